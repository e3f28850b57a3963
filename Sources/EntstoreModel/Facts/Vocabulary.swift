/// Where an event came from. Raw values are stored bytes.
public enum Rail: UInt8, Hashable, Sendable, CaseIterable {
  /// The store's own acts: catalog, policy, claim, transfer, grant.
  case local = 0
  case appStore = 1
  case stripe = 2
  case playStore = 3
  case grant = 4
}

/// Which of a store's two worlds an event belongs to. Raw values are stored bytes.
public enum StoreEnvironment: UInt8, Hashable, Sendable, CaseIterable {
  case production = 1
  case sandbox = 2
}

/// How a product is sold. Raw values are stored bytes.
public enum ProductKindOfSale: UInt8, Hashable, Sendable, CaseIterable {
  case autoRenewable = 1
  case nonConsumable = 2
  /// Recorded; opens nothing.
  case consumable = 3
  /// Its term comes from the catalog.
  case nonRenewing = 4
  /// A kind never heard of: opens what its own dates say, renews nothing.
  case unknown = 5
}

/// Whether the holder bought it, a family member did, or nobody. Raw values are stored bytes.
public enum Ownership: UInt8, Hashable, Sendable, CaseIterable {
  case purchased = 1
  case familyShared = 2
  /// Given without a purchase: a grant.
  case granted = 3
}

/// What the store itself says of a lineage. Raw values are the App Store's, and stored bytes.
public enum StoreStatus: UInt8, Hashable, Sendable, CaseIterable {
  case active = 1
  case expired = 2
  case billingRetry = 3
  case grace = 4
  case revoked = 5
  /// Paused by the customer: nothing past the end until resumed.
  case paused = 6
  /// Awaiting the first payment: opens nothing.
  case pending = 7
}

/// Why a lineage expired. Raw values are the App Store's `expirationIntent`, and stored bytes.
public enum ExpiryReason: UInt8, Hashable, Sendable, CaseIterable {
  case voluntary = 1
  case billing = 2
  case priceIncrease = 3
  case productUnavailable = 4
  case other = 5
}

/// How an event came through the door. Raw values are stored bytes.
public enum Provenance: UInt8, Hashable, Sendable, CaseIterable {
  /// Its signature was checked up to a trusted root.
  case verified = 1
  /// Nobody checked it; the operator vouched for it.
  case vouched = 2
  /// The store's own act.
  case local = 3
}
