import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

extension StoreTransaction {
  /// Puts a new catalog in force, as an event in the log.
  ///
  /// Rows are derived again only where a purchase lasts by a term that has changed, or by one that stacks otherwise.
  ///
  /// - Returns: The event's receipt; `nil` if the catalog is the one in force.
  /// - Complexity: O(1) where no term has changed; else one scan of *n* events, and the lineages concerned are folded.
  @discardableResult
  public mutating func setCatalog(_ catalog: Catalog) throws -> Receipt? {
    if catalog == settings.catalog { return nil }
    return try append(local(.catalog(catalog), type: "CATALOG"))
  }

  /// Puts a new policy in force, as an event in the log, and derives every row again.
  ///
  /// - Returns: The event's receipt; `nil` if the policy is the one in force.
  /// - Complexity: O(*n*) for *n* events.
  @discardableResult
  public mutating func setPolicy(_ policy: Policy) throws -> Receipt? {
    if policy == settings.policy { return nil }
    return try append(local(.policy(policy), type: "POLICY"))
  }

  /// Changes how the store finds out whose a purchase is, as an event in the log.
  ///
  /// - Returns: The event's receipt; `nil` if the policy is the one in force.
  /// - Complexity: O(1); O(*n*) for *n* events where ``IdentityPolicy/knownTokensOnly`` changes.
  @discardableResult
  public mutating func setIdentityPolicy(_ policy: IdentityPolicy) throws -> Receipt? {
    if policy == settings.identity { return nil }
    return try append(local(.identity(policy), type: "IDENTITY"))
  }

  /// An event of the store's own, at this transaction's now.
  ///
  /// - Throws: ``StoreError/implausibleClock(now:)``.
  func local(_ act: Act, type: String) throws -> EventDraft {
    try checkClock()
    let id = try RandomBytes.make(count: 16).hexadecimal
    return EventDraft(
      rail: .local, id: try EventID(id), signedAt: now, label: EventLabel(type: type),
      environment: environment,
      provenance: .local, act: act)
  }

  /// Makes sure that something can be dated by this host's clock, which is nobody's input.
  ///
  /// - Throws: ``StoreError/implausibleClock(now:)``.
  package func checkClock() throws(StoreError) { try SystemClock.check(now) }

  mutating func apply(_ act: Act) throws {
    let before = settings
    switch act {
    case .catalog(let catalog):
      try engine.put(catalog.encoded(), for: MetaKey.catalog, in: tables.meta)
      // What was touched before was decided under the terms before; it is folded under those that hold at the commit.
      let products = before.catalog.productsLastingOtherwise(under: catalog)
      touched.formUnion(try engine.reader.lineages(lastingByTermOf: products, in: tables.timeline))
    case .policy(let policy):
      try engine.put(policy.encoded(), for: MetaKey.policy, in: tables.meta)
      if policy != before.policy { try touchEveryLineage() }
    case .identity(let policy):
      try engine.put(policy.encoded(), for: MetaKey.identity, in: tables.meta)
      if policy.knownTokensOnly != before.identity.knownTokensOnly {
        try forgetMentions()
        try touchEveryLineage()
      }
    case .account, .custody, .grant, .grantRevoked, .erasure: return
    }
    settings = try Settings.load(engine.reader, tables)
  }

  /// Lineages wait for a token only while an unknown one pairs nothing.
  private mutating func forgetMentions() throws {
    var mentions: [[UInt8]] = []
    try engine.reader.forEachKey(under: [], in: tables.accounts) { key in
      let bytes = key.copied()
      if let end = bytes.firstIndex(of: 0), end > 0 { mentions.append(bytes) }
    }
    for key in mentions { try engine.remove(key, in: tables.accounts) }
  }

  private mutating func touchEveryLineage() throws {
    var lineages: [Lineage] = []
    try engine.reader.forEachKey(under: [], in: tables.lineages) { key in
      var reader = ByteReader(key)
      lineages.append(Lineage(canonical: try reader.text("lineage", count: reader.remaining)))
    }
    touched.formUnion(lineages)
  }
}
