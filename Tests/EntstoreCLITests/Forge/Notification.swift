import Foundation

/// A decoded notification, read for a test.
struct Notification {
  let members: [String: Any]
  let transaction: [String: Any]
  let renewal: [String: Any]

  init(_ line: some Sequence<UInt8>) throws {
    members = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
    let data = members["data"] as? [String: Any] ?? [:]
    transaction = data["signedTransactionInfo"] as? [String: Any] ?? [:]
    renewal = data["signedRenewalInfo"] as? [String: Any] ?? [:]
  }

  var id: String { members["notificationUUID"] as? String ?? "" }
  var signedAt: Int64 { members["signedDate"] as? Int64 ?? 0 }

  /// The type and, where there is one, the subtype.
  var label: String {
    [members["notificationType"], members["subtype"]].compactMap { $0 as? String }.joined(separator: " ")
  }

  /// A member of the transaction.
  func text(_ name: String) -> String { transaction[name] as? String ?? "" }
  /// A member of the transaction.
  func number(_ name: String) -> Int64 { transaction[name] as? Int64 ?? 0 }
}
