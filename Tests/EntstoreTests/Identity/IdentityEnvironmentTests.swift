import Entstore
import Testing

struct IdentityEnvironmentTests {
  private func act(_ act: Act, in environment: StoreEnvironment, id: EventID = "x") -> EventDraft {
    EventDraft(
      rail: .local, id: id, signedAt: day(1), label: EventLabel(type: "ACT"), environment: environment,
      provenance: .local, act: act)
  }

  @Test(arguments: [StoreEnvironment.production, .sandbox])
  func `a submit from the other environment is refused before anything is written`(
    _ environment: StoreEnvironment
  ) throws {
    let bench = try Bench(now: day(5), environment: environment)
    let everything = try bench.everythingTaken()
    let other: StoreEnvironment = environment == .production ? .sandbox : .production
    let draft = EventDraft.notice("a", day(0), Said("1000", .month(1, from: day(0))), environment: other)
    let error = try storeError { _ = try bench.store.submit([draft], by: "A") }
    guard case .wrongEnvironment("a", environment, other) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.isRefusal)
    #expect(try bench.everythingTaken() == everything)
    #expect(try bench.owner() == nil)
  }

  @Test func `acts of the other environment are refused before anything is written`() throws {
    let bench = try Bench(now: day(5))
    let everything = try bench.everythingTaken()
    let acts: [Act] = [
      .custody(CustodyAct(lineage: "1000", subject: "A", kind: .transfer)),
      .account(AccountAct(token: "t", subject: "A", isMinted: false)),
      .identity(IdentityPolicy(restore: .transfer)),
      .grant(Grant(lineage: "g", subject: "A", key: "pro", from: day(0), until: nil)),
      .grantRevoked(GrantRevocation(lineage: "g", at: day(1))),
    ]
    for act in acts {
      let error = try storeError { try bench.append(self.act(act, in: .sandbox)) }
      guard case .wrongEnvironment = error else {
        Issue.record("\(act): \(error)")
        continue
      }
    }
    #expect(try bench.everythingTaken() == everything)
  }

  @Test func `a submit of an app that is not among the store's is refused before anything is written`() throws
  {
    let bench = try Bench(now: day(5))
    try bench.store.write { try $0.allow(apps: ["com.example.app"]) }
    let everything = try bench.everythingTaken()
    func draft(_ app: AppID?) -> EventDraft {
      .notice("a", day(0), Said("1000", .month(1, from: day(0))), app: app)
    }
    let error = try storeError { _ = try bench.store.submit([draft("com.example.other")], by: "A") }
    guard case .wrongApp("a", "com.example.other", ["com.example.app"]) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try bench.everythingTaken() == everything)
    _ = try bench.store.submit([draft("com.example.app")], by: "A")
    #expect(try bench.owner() == "A")
  }

  @Test func `what the store does itself is of its own environment`() throws {
    let bench = try Bench(now: day(5), environment: .sandbox)
    _ = try bench.store.claim("1000", for: "A")
    _ = try bench.store.mintToken(for: "A")
    _ = try bench.store.grant("pro", to: "A", until: nil)
    #expect(try bench.log().map(\.draft.environment) == [.sandbox, .sandbox, .sandbox])
  }

  @Test func `an act that says where a purchase belongs comes from the local rail alone`() throws {
    let bench = try Bench(now: day(5))
    var draft = act(.custody(CustodyAct(lineage: "1000", subject: "A", kind: .transfer)), in: .production)
    draft.rail = .appStore
    let error = try storeError { try bench.append(draft) }
    guard case .misplacedAct = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(arguments: [Rail.appStore, .grant, .local])
  func `a purchase that calls itself granted is refused, for only an act grants`(rail: Rail) throws {
    let bench = try Bench(now: day(5))
    var draft = EventDraft.notice("a", day(0), Said("1000", .month(1, from: day(0))))
    draft.rail = rail
    draft.facts[0].purchase?.ownership = .granted
    let error = try storeError { try bench.append(draft) }
    guard case .misplacedAct("a") = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try bench.log().isEmpty)
  }
}

/// A host without a clock of its own begins in 1970, until it has heard the time.
@Test(arguments: [0, 203, -1, Int64.min, Int64.max])
func `an act under a clock that cannot be right tells of the clock, and refuses no event`(now: Int64) throws {
  let bench = try Bench(now: Instant(epochMilliseconds: now))
  try bench.append(.bought("e1", day(0), lineage: "1", by: "ann"))
  let before = try bench.log()
  let acts: [(EntitlementStore) throws -> Void] = [
    { _ = try $0.mintToken(for: "ann") }, { _ = try $0.mapToken("t", to: "ann") },
    { _ = try $0.claim("1", for: "kim") }, { _ = try $0.transfer("1", to: "kim") },
    { _ = try $0.grant("pro", to: "ann", until: nil) }, { _ = try $0.erase(subject: "ann") },
    { try $0.write { _ = try $0.setCatalog(Catalog(terms: ["p": .days(1)])) } },
  ]
  for act in acts {
    let error = #expect(throws: StoreError.self) { try act(bench.store) }
    #expect(
      error.map { "\($0)" }?.contains("clock") == true && error?.isRefusal == false,
      "\(String(describing: error))")
  }
  #expect(try bench.log() == before && bench.store.read { try $0.refusals() }.isEmpty)
  #expect(try bench.store.verify().faults == [])
  // With the clock set the same is taken.
  bench.clock.now = day(5)
  for act in acts { try act(bench.store) }
}
