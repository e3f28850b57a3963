import EntstoreModel

extension ByteWriter {
  /// Facts about one lineage, whose name stands elsewhere. docs/format.md §3.1.
  ///
  /// - Parameter custody: Who comes to hold it; only in timelines.
  mutating func facts(_ facts: LineageFacts, custody: TimelineRecord.Custody? = nil) {
    var parts: UInt8 = 0
    if facts.purchase != nil { parts |= 1 }
    if facts.renewal != nil { parts |= 2 }
    if facts.status != nil { parts |= 4 }
    if facts.expiryReason != nil { parts |= 8 }
    if facts.ending != nil { parts |= 16 }
    if facts.void != nil { parts |= 32 }
    if custody != nil { parts |= 64 }
    byte(parts)
    if let custody {
      byte(custody.kind.rawValue)
      identifier(custody.subject)
    }
    if let purchase = facts.purchase { self.purchase(purchase) }
    if let renewal = facts.renewal { self.renewal(renewal) }
    if let status = facts.status { byte(status.rawValue) }
    if let reason = facts.expiryReason { byte(reason.rawValue) }
    if let ending = facts.ending { self.ending(ending) }
    if let void = facts.void {
      identifier(void.purchase)
      instant(void.at)
    }
  }

  private mutating func purchase(_ fact: PurchaseFact) {
    var flags: UInt8 = 0
    if fact.expiresAt != nil { flags |= 1 }
    if fact.revokedAt != nil { flags |= 2 }
    if fact.isUpgraded { flags |= 4 }
    if fact.isRenewal { flags |= 8 }
    if fact.isTrial { flags |= 16 }
    if fact.token != nil { flags |= 32 }
    if fact.appTransaction != nil { flags |= 64 }
    if fact.opensAt != nil { flags |= 128 }
    byte(flags)
    byte(fact.kind.rawValue)
    byte(fact.ownership.rawValue)
    identifier(fact.purchase)
    identifier(fact.transaction)
    identifier(fact.product)
    instant(fact.clock)
    instant(fact.purchasedAt)
    if let expiresAt = fact.expiresAt { instant(expiresAt) }
    if let revokedAt = fact.revokedAt { instant(revokedAt) }
    if let token = fact.token { identifier(token) }
    if let id = fact.appTransaction { identifier(id) }
    if let opensAt = fact.opensAt { instant(opensAt) }
  }

  private mutating func renewal(_ fact: RenewalFact) {
    var flags: UInt8 = 0
    if fact.product != nil { flags |= 1 }
    if fact.nextProduct != nil { flags |= 2 }
    if fact.willAutoRenew != nil { flags |= 4 }
    if fact.willAutoRenew == true { flags |= 8 }
    if fact.renewalDate != nil { flags |= 16 }
    if fact.graceUntil != nil { flags |= 32 }
    if fact.isRetrying { flags |= 64 }
    byte(flags)
    if let product = fact.product { identifier(product) }
    if let product = fact.nextProduct { identifier(product) }
    if let date = fact.renewalDate { instant(date) }
    if let date = fact.graceUntil { instant(date) }
  }

  private mutating func ending(_ fact: EndingFact) {
    switch fact {
    case .takenBack: byte(0)
    case .ended(let at, let reason):
      byte(reason.rawValue)
      instant(at)
    }
  }
}

extension ByteReader {
  @_lifetime(self: copy self)
  mutating func facts(of lineage: Lineage) throws(CodecError) -> LineageFacts {
    let (facts, custody) = try factsAndCustody(of: lineage)
    // An event of a store says what was bought, never who holds it.
    guard custody == nil else { throw .invalid(field: "facts") }
    return facts
  }

  @_lifetime(self: copy self)
  mutating func factsAndCustody(
    of lineage: Lineage, like before: LineageFacts? = nil
  ) throws(CodecError) -> (LineageFacts, TimelineRecord.Custody?) {
    let parts = try byte("facts")
    guard parts < 128 else { throw .invalid(field: "facts") }
    var facts = LineageFacts(lineage: lineage)
    var custody: TimelineRecord.Custody?
    if parts & 64 != 0 {
      let kind = try choice("custody", of: CustodyKind.self)
      custody = TimelineRecord.Custody(kind: kind, subject: try identifier("subject"))
    }
    if parts & 1 != 0 { facts.purchase = try purchase(like: before?.purchase) }
    if parts & 2 != 0 { facts.renewal = try renewal(of: facts.purchase?.product ?? before?.renewal?.product) }
    if parts & 4 != 0 { facts.status = try choice("status", of: StoreStatus.self) }
    if parts & 8 != 0 { facts.expiryReason = try choice("expiryReason", of: ExpiryReason.self) }
    if parts & 16 != 0 { facts.ending = try ending() }
    if parts & 32 != 0 {
      facts.void = VoidFact(purchase: try identifier("void"), at: try instant("voidedAt"))
    }
    return (facts, custody)
  }

  @_lifetime(self: copy self)
  private mutating func purchase(like before: PurchaseFact?) throws(CodecError) -> PurchaseFact {
    let flags = try byte("purchase flags")
    let kind = try choice("kind", of: ProductKindOfSale.self)
    let ownership = try choice("ownership", of: Ownership.self)
    var fact = PurchaseFact(
      purchase: try identifier("purchase", like: before?.purchase),
      transaction: try identifier("transaction", like: before?.transaction),
      product: try identifier("product", like: before?.product), kind: kind, clock: try instant("clock"),
      purchasedAt: try instant("purchasedAt"), ownership: ownership)
    if flags & 1 != 0 { fact.expiresAt = try instant("expiresAt") }
    if flags & 2 != 0 { fact.revokedAt = try instant("revokedAt") }
    fact.isUpgraded = flags & 4 != 0
    fact.isRenewal = flags & 8 != 0
    fact.isTrial = flags & 16 != 0
    if flags & 32 != 0 { fact.token = try identifier("token", like: before?.token) }
    if flags & 64 != 0 {
      fact.appTransaction = try identifier("app transaction", like: before?.appTransaction)
    }
    if flags & 128 != 0 { fact.opensAt = try instant("opensAt") }
    return fact
  }

  @_lifetime(self: copy self)
  private mutating func renewal(of product: ProductID?) throws(CodecError) -> RenewalFact {
    let flags = try byte("renewal flags")
    guard flags < 128, flags & 12 != 8 else { throw .invalid(field: "renewal flags") }
    var fact = RenewalFact()
    if flags & 1 != 0 { fact.product = try identifier("renewal product", like: product) }
    if flags & 2 != 0 { fact.nextProduct = try identifier("next product", like: product) }
    if flags & 4 != 0 { fact.willAutoRenew = flags & 8 != 0 }
    if flags & 16 != 0 { fact.renewalDate = try instant("renewalDate") }
    if flags & 32 != 0 { fact.graceUntil = try instant("graceUntil") }
    fact.isRetrying = flags & 64 != 0
    return fact
  }

  @_lifetime(self: copy self)
  private mutating func ending() throws(CodecError) -> EndingFact {
    let code = try byte("ending")
    if code == 0 { return .takenBack }
    guard let reason = ExpiryReason(rawValue: code) else { throw .invalid(field: "ending") }
    return .ended(at: try instant("endedAt"), reason: reason)
  }
}
