/// What stands in a verdict's text besides its values. docs/offline.md has the form.
enum VerdictForm {
  /// Signed with every verdict, so that nothing else that the same key signs can be taken for one.
  static let name = "entstore-verdict-1"
  static let signatureByteCount = 64

  static func word(_ environment: StoreEnvironment) -> String {
    switch environment {
    case .production: "production"
    case .sandbox: "sandbox"
    }
  }

  // Written out: what a case is called in the code is nobody's form.

  static func word(_ status: AccessStatus) -> String {
    switch status {
    case .none: "none"
    case .active: "active"
    case .grace: "grace"
    case .billingRetry: "billingRetry"
    case .paused: "paused"
    case .pending: "pending"
    case .expired: "expired"
    case .refunded: "refunded"
    case .revoked: "revoked"
    }
  }

  static func word(_ reason: AccessReason) -> String {
    switch reason {
    case .none: "none"
    case .paid: "paid"
    case .lifetime: "lifetime"
    case .grace: "grace"
    case .soak: "soak"
    case .awaitingRenewal: "awaitingRenewal"
    case .billingRetry: "billingRetry"
    case .voluntary: "voluntary"
    case .billing: "billing"
    case .priceIncrease: "priceIncrease"
    case .productUnavailable: "productUnavailable"
    case .lapsed: "lapsed"
    case .refunded: "refunded"
    case .familyRevoked: "familyRevoked"
    case .other: "other"
    }
  }

  /// The status of that name. An app in the field lives longer than a server: a status that it has not heard of yet must not
  /// cost anybody access, so it is read by whether it is open. A closed one extends nothing.
  static func status(_ word: String, isEntitled: Bool) -> AccessStatus {
    AccessStatus.allCases.first { self.word($0) == word } ?? (isEntitled ? .active : .none)
  }

  /// The reason of that name; ``AccessReason/other`` for one that is not known yet.
  static func reason(_ word: String) -> AccessReason {
    AccessReason.allCases.first { self.word($0) == word } ?? .other
  }
}
