import EntstoreModel

/// What the fold knows after some events, seen from one instant.
struct OracleState {
  /// A copy, and its place in the fold.
  struct Seen: Hashable {
    var copy: PurchaseFact
    var place: Int
  }

  struct Over {
    var since: Instant
    var isSoakDue: Bool
  }

  struct Stated {
    var product: ProductID
    var until: Instant
    var begun: Instant
  }

  /// The instant that is asked about; what was signed after it counts only where §4 says so.
  let asOf: Instant
  let policy: Policy
  let terms: [ProductID: TimeSpan]

  /// §2: copies are kept by (purchase id, transaction id); here is all that was ever seen of each.
  var seen: [PurchaseID: [TransactionID: [Seen]]] = [:]
  var kept: [PurchaseID: [TransactionID: Seen]] = [:]
  var renewal: RenewalFact?
  var status: StoreStatus?
  var grace: Instant?
  var over: Over?
  var reason: ExpiryReason?
  var stated: Stated?
  /// §2, status 5: purchases revoked by the store's word alone.
  var revokedByStatus: [PurchaseID: Instant] = [:]
  /// §9: revoked for good.
  var voided: [PurchaseID: Instant] = [:]
  /// §9: closed from an instant on.
  var ended: (at: Instant, reason: ExpiryReason)?

  init(asOf: Instant, policy: Policy, terms: [ProductID: TimeSpan]) {
    self.asOf = asOf
    self.policy = policy
    self.terms = terms
  }
}
