import EntstoreModel

/// An act of the store's owner in an exchange line: exactly one member.
struct ExchangeAct: Codable {
  var catalog: ExchangeCatalog?
  var policy: ExchangePolicy?

  init(_ act: Act) {
    switch act {
    case .catalog(let catalog): self.catalog = ExchangeCatalog(catalog)
    case .policy(let policy): self.policy = ExchangePolicy(policy)
    }
  }

  func act() throws -> Act {
    if let catalog { return .catalog(try catalog.catalog()) }
    if let policy { return .policy(policy.policy()) }
    throw ExchangeError.member("act", reason: "is none that this version knows")
  }
}

struct ExchangeCatalog: Codable {
  /// Key → rail → products.
  var products: [String: [String: [String]]]
  var includes: [String: [String]]
  /// Product → milliseconds.
  var terms: [String: Int64]

  init(_ catalog: Catalog) {
    products = [:]
    includes = [:]
    for (key, offer) in catalog.entitlements {
      products[key.text] = [:]
      for (rail, list) in offer.products { products[key.text]?["\(rail)"] = list.map(\.text) }
      if !offer.includes.isEmpty { includes[key.text] = offer.includes.map(\.text) }
    }
    terms = [:]
    for (product, term) in catalog.terms { terms[product.text] = term.milliseconds }
  }

  func catalog() throws -> Catalog {
    var catalog = Catalog()
    for (key, rails) in products {
      var offer = Catalog.Offer()
      for (rail, list) in rails {
        offer.products[try choice(rail, "act.catalog.products")] = try list.map { try ProductID($0) }
      }
      offer.includes = try (includes[key] ?? []).map { try EntitlementKey($0) }
      catalog.entitlements[try EntitlementKey(key)] = offer
    }
    for (product, term) in terms { catalog.terms[try ProductID(product)] = TimeSpan(milliseconds: term) }
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
