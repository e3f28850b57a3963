import EntstoreModel

/// An act of the store's owner in an exchange line: exactly one member.
struct ExchangeAct: Codable {
  var catalog: ExchangeCatalog?
  var policy: ExchangePolicy?
  var identity: ExchangeIdentity?
  var account: ExchangeAccount?
  var custody: ExchangeCustody?
  var grant: ExchangeGrant?
  var grantRevoked: ExchangeGrantRevocation?
  var erasure: ExchangeErasure?

  init(_ act: Act) {
    switch act {
    case .catalog(let catalog): self.catalog = ExchangeCatalog(catalog)
    case .policy(let policy): self.policy = ExchangePolicy(policy)
    case .identity(let policy): identity = ExchangeIdentity(policy)
    case .account(let act): account = ExchangeAccount(act)
    case .custody(let act): custody = ExchangeCustody(act)
    case .grant(let grant): self.grant = ExchangeGrant(grant)
    case .grantRevoked(let revocation): grantRevoked = ExchangeGrantRevocation(revocation)
    case .erasure(let erasure): self.erasure = ExchangeErasure(erasure)
    }
  }

  func act() throws -> Act {
    let stated: [Any?] = [catalog, policy, identity, account, custody, grant, grantRevoked, erasure]
    let count = stated.count { $0 != nil }
    // What nobody would have read is a decision lost.
    if count > 1 { throw ExchangeError.member("act", reason: "states \(count) acts; a line holds one") }
    if let catalog { return .catalog(try catalog.catalog()) }
    if let policy { return .policy(policy.policy()) }
    if let identity { return .identity(try identity.policy()) }
    if let account { return .account(try account.act()) }
    if let custody { return .custody(try custody.act()) }
    if let grant { return .grant(try grant.grant()) }
    if let grantRevoked { return .grantRevoked(try grantRevoked.revocation()) }
    if let erasure { return .erasure(try erasure.erasure()) }
    throw ExchangeError.member("act", reason: "is none that this version knows")
  }
}

/// Lists rather than dictionaries: `String` keys that differ in bytes alone would fall together.
struct ExchangeCatalog: Codable {
  var keys: [Key]
  var terms: [Term]
  var stacking: [String]?

  struct Key: Codable {
    var key: String
    var products: [Products]
    var includes: [String]?
  }

  struct Products: Codable {
    var rail: String
    var products: [String]
  }

  struct Term: Codable {
    var product: String
    var milliseconds: Int64
  }

  init(_ catalog: Catalog) {
    keys = catalog.entitlements.sorted { $0.key < $1.key }.map { key, offer in
      let products = offer.products.sorted { $0.key.rawValue < $1.key.rawValue }.map { rail, products in
        Products(rail: "\(rail)", products: products.map(\.text))
      }
      let includes = offer.includes.isEmpty ? nil : offer.includes.map(\.text)
      return Key(key: key.text, products: products, includes: includes)
    }
    terms = catalog.terms.sorted { $0.key < $1.key }.map {
      Term(product: $0.key.text, milliseconds: $0.value.milliseconds)
    }
    stacking = catalog.stacking.isEmpty ? nil : catalog.stacking.sorted().map(\.text)
  }

  func catalog() throws -> Catalog {
    var catalog = Catalog()
    for entry in keys {
      var offer = Catalog.Offer()
      for list in entry.products {
        offer.products[try choice(list.rail, "act.catalog.keys.rail")] = try list.products.map {
          try ProductID($0)
        }
      }
      offer.includes = try (entry.includes ?? []).map { try EntitlementKey($0) }
      catalog.entitlements[try EntitlementKey(entry.key)] = offer
    }
    for term in terms {
      catalog.terms[try ProductID(term.product)] = TimeSpan(milliseconds: term.milliseconds)
    }
    catalog.stacking = Set(try (stacking ?? []).map { try ProductID($0) })
    return catalog
  }
}

struct ExchangePolicy: Codable {
  var renewalLeeway: Int64
  var soak: Int64
  var graceFallback: Int64
  var earlyCharge: Int64
  var retryWindow: Int64

  init(_ policy: Policy) {
    renewalLeeway = policy.renewalLeeway.milliseconds
    soak = policy.soak.milliseconds
    graceFallback = policy.graceFallback.milliseconds
    earlyCharge = policy.earlyCharge.milliseconds
    retryWindow = policy.retryWindow.milliseconds
  }

  func policy() -> Policy {
    Policy(
      renewalLeeway: TimeSpan(milliseconds: renewalLeeway), soak: TimeSpan(milliseconds: soak),
      graceFallback: TimeSpan(milliseconds: graceFallback), earlyCharge: TimeSpan(milliseconds: earlyCharge),
      retryWindow: TimeSpan(milliseconds: retryWindow))
  }
}
