/// Who may use something: a user, an account, an organisation. UUIDs are kept in lower case.
public typealias Subject = Identifier<SubjectKind>
/// One line of purchases at a store, across renewals: App Store `originalTransactionId`.
public typealias Lineage = Identifier<LineageKind>
/// A product as its store names it.
public typealias ProductID = Identifier<ProductKind>
/// What is sold, independent of any store: "pro". A product that no catalog names is its own key.
public typealias EntitlementKey = Identifier<EntitlementKeyKind>
/// What the store calls an event: `notificationUUID`, or the digest of a payload that has none.
public typealias EventID = Identifier<EventKind>
/// One purchase of one product: App Store `webOrderLineItemId`. Restores do not make another.
public typealias PurchaseID = Identifier<PurchaseKind>
/// One copy line of a purchase: App Store `transactionId`. Restores and other devices make more of them.
public typealias TransactionID = Identifier<TransactionKind>
/// What the app attached to a purchase to say whose it is: `appAccountToken`. UUIDs are kept in lower case.
public typealias AccountToken = Identifier<AccountTokenKind>

/// An app as its store names it: App Store `bundleId`.
public typealias AppID = Identifier<AppKind>
/// One customer's download of one app: App Store `appTransactionId`. The only name that a family member has.
public typealias AppTransactionID = Identifier<AppTransactionKind>

public enum SubjectKind: IdentifierKind {
  public static let name = "subject"
  public static func canonical(_ text: String) -> String { lowercasedIfUUID(text) }
}
public enum LineageKind: IdentifierKind { public static let name = "lineage" }
public enum ProductKind: IdentifierKind { public static let name = "product id" }
public enum EntitlementKeyKind: IdentifierKind { public static let name = "entitlement key" }
public enum EventKind: IdentifierKind { public static let name = "event id" }
public enum PurchaseKind: IdentifierKind { public static let name = "purchase id" }
public enum TransactionKind: IdentifierKind { public static let name = "transaction id" }
public enum AccountTokenKind: IdentifierKind {
  public static let name = "account token"
  public static func canonical(_ text: String) -> String { lowercasedIfUUID(text) }
}

public enum AppKind: IdentifierKind { public static let name = "app" }
public enum AppTransactionKind: IdentifierKind { public static let name = "app transaction id" }

/// UUIDs mean the same in either case, and stores disagree about which they send.
private func lowercasedIfUUID(_ text: String) -> String {
  guard text.utf8.count == 36 else { return text }
  let bytes = text.utf8Span.span
  var hasCapitals = false
  for position in bytes.indices {
    let isHyphen = bytes[position] == UInt8(ascii: "-")
    if isHyphen != (position == 8 || position == 13 || position == 18 || position == 23) { return text }
    if isHyphen { continue }
    switch bytes[position] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): break
    case UInt8(ascii: "A")...UInt8(ascii: "F"): hasCapitals = true
    default: return text
    }
  }
  return hasCapitals ? text.lowercased() : text
}
