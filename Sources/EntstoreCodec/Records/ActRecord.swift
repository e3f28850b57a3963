import EntstoreModel

extension ByteWriter {
  /// The kind of an act and what it decides. docs/format.md §3.4.
  mutating func act(_ act: Act) {
    switch act {
    case .catalog(let catalog):
      byte(catalog.stacking.isEmpty ? 1 : 3)
      self.catalog(catalog)
      if !catalog.stacking.isEmpty { stacking(catalog.stacking) }
    case .policy(let policy):
      byte(2)
      self.policy(policy)
    case .identity(let policy):
      byte(4)
      identity(policy)
    case .account(let act):
      byte(5)
      account(act)
    case .custody(let act):
      byte(6)
      custody(act)
    case .grant(let grant):
      byte(7)
      self.grant(grant)
    case .grantRevoked(let revocation):
      byte(8)
      grantRevocation(revocation)
    case .erasure(let erasure):
      byte(9)
      self.erasure(erasure)
    }
  }

  mutating func policy(_ policy: Policy) {
    for span in [
      policy.renewalLeeway, policy.soak, policy.graceFallback, policy.earlyCharge, policy.retryWindow,
    ] {
      signed(span.milliseconds)
    }
  }

  /// In the order of the keys' bytes, so that equal catalogs are equal bytes.
  mutating func catalog(_ catalog: Catalog) {
    count(catalog.entitlements.count)
    for (key, offer) in catalog.entitlements.sorted(by: { $0.key < $1.key }) {
      identifier(key)
      count(offer.products.count)
      for (rail, products) in offer.products.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        byte(rail.rawValue)
        count(products.count)
        for product in products { identifier(product) }
      }
      count(offer.includes.count)
      for lower in offer.includes { identifier(lower) }
    }
    count(catalog.terms.count)
    for (product, term) in catalog.terms.sorted(by: { $0.key < $1.key }) {
      identifier(product)
      signed(term.milliseconds)
    }
  }

  /// Stands behind a catalog that has any.
  fileprivate mutating func stacking(_ products: Set<ProductID>) {
    count(products.count)
    for product in products.sorted() { identifier(product) }
  }
}

extension ByteReader {
  @_lifetime(self: copy self)
  mutating func act(kind: UInt8) throws(CodecError) -> Act {
    switch kind {
    case 1: .catalog(try catalog())
    case 2: .policy(try policy())
    case 3: .catalog(try catalogWithStacking())
    case 4: .identity(try identity())
    case 5: .account(try account())
    case 6: .custody(try custody())
    case 7: .grant(try grant())
    case 8: .grantRevoked(try grantRevocation())
    case 9: .erasure(try erasure())
    default: throw .invalid(field: "act kind")
    }
  }

  @_lifetime(self: copy self)
  mutating func policy() throws(CodecError) -> Policy {
    Policy(
      renewalLeeway: TimeSpan(milliseconds: try signed("renewalLeeway")),
      soak: TimeSpan(milliseconds: try signed("soak")),
      graceFallback: TimeSpan(milliseconds: try signed("graceFallback")),
      earlyCharge: TimeSpan(milliseconds: try signed("earlyCharge")),
      retryWindow: TimeSpan(milliseconds: try signed("retryWindow")))
  }

  @_lifetime(self: copy self)
  mutating func catalog() throws(CodecError) -> Catalog {
    var catalog = Catalog()
    var lastKey: EntitlementKey?
    for _ in 0..<(try length("key count")) {
      let key: EntitlementKey = try identifier("key")
      if let lastKey, lastKey >= key { throw .invalid(field: "key") }
      lastKey = key
      var offer = Catalog.Offer()
      var lastRail: Rail?
      for _ in 0..<(try length("rail count")) {
        let rail = try choice("rail", of: Rail.self)
        if let lastRail, lastRail.rawValue >= rail.rawValue { throw .invalid(field: "rail") }
        lastRail = rail
        var products: [ProductID] = []
        for _ in 0..<(try length("product count")) { products.append(try identifier("product")) }
        offer.products[rail] = products
      }
      for _ in 0..<(try length("includes count")) { offer.includes.append(try identifier("included key")) }
      catalog.entitlements[key] = offer
    }
    var lastProduct: ProductID?
    for _ in 0..<(try length("term count")) {
      let product: ProductID = try identifier("term product")
      if let lastProduct, lastProduct >= product { throw .invalid(field: "term product") }
      lastProduct = product
      catalog.terms[product] = TimeSpan(milliseconds: try signed("term"))
    }
    return catalog
  }

  /// A catalog and, behind it, its stacking products: at least one, or there would be two forms of one catalog.
  @_lifetime(self: copy self)
  fileprivate mutating func catalogWithStacking() throws(CodecError) -> Catalog {
    var catalog = try catalog()
    let count = try length("stacking count")
    guard count > 0 else { throw .invalid(field: "stacking count") }
    var last: ProductID?
    for _ in 0..<count {
      let product: ProductID = try identifier("stacking product")
      if let last, last >= product { throw .invalid(field: "stacking product") }
      last = product
      catalog.stacking.insert(product)
    }
    return catalog
  }
}

extension Catalog {
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.catalog(self)
    if !stacking.isEmpty { writer.stacking(stacking) }
    return writer.bytes
  }

  package init(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    self = try reader.catalog()
    if reader.remaining > 0 {
      reader = ByteReader(bytes)
      self = try reader.catalogWithStacking()
    }
    try reader.finish()
  }
}

extension Policy {
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.policy(self)
    return writer.bytes
  }

  package init(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    self = try reader.policy()
    try reader.finish()
  }
}
