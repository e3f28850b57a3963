extension LineageFold {
  /// Whether something was paid for a purchase of this lineage and not given back.
  ///
  /// A trial or a gift is not paid for, nor is what was refunded or revoked, a period that the store states as empty because it was not
  /// paid, or what still awaits its first payment. A family share was paid for, though by somebody else: its holder is served
  /// like the one who pays. A consumable opens nothing and counts for nothing. A period that only a renewal fact states counts
  /// once its purchase is heard of.
  package var hasBeenPaidFor: Bool {
    status != .pending && purchases.contains { $0.isPaidFor }
  }
}

extension Purchase {
  fileprivate var isPaidFor: Bool {
    let copy = newestCopy
    guard !copy.isTrial, revokedAt == nil, copy.expiresAt.map({ $0 > begunAt }) ?? true else { return false }
    return switch copy.ownership {
    case .purchased, .familyShared: true
    case .granted: false
    }
  }
}
