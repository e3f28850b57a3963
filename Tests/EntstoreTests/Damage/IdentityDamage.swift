import Entstore
import EntstoreCodec
import Testing

/// A store with something of everything about who holds what, to be damaged.
struct DamagedHoldings {
  let bench: Bench
  let file: StoreFile
  let minted: AccountToken

  init() throws {
    bench = try Bench(now: day(5))
    try bench.setIdentity(.transfer, knownTokensOnly: true)
    minted = try bench.store.mintToken(for: "A")
    try bench.map("own", "B")
    func shared(_ id: EventID, _ lineage: Lineage) -> EventDraft {
      .notice(id, day(0), Said(lineage, Sale.month(1, from: day(0)).familyShared(with: "app-1"), .on))
    }
    try bench.append(
      .bought("a", day(0), lineage: "1", by: minted), .bought("b", day(0), lineage: "2", by: "unknown"),
      shared("c", "3"), shared("d", "4"))
    try bench.store.share("1", with: "M", reason: "a seat")
    try bench.setIdentity(.keep, knownTokensOnly: true)
    _ = try bench.store.claim("1", for: "C")
    _ = try bench.store.claim("3", for: "D")
    file = try bench.file()
  }

  func payload(_ table: String, _ key: [UInt8]) throws -> [UInt8] {
    guard let entry = try file.entries(table).first(where: { $0.key == key }) else {
      throw StoreFile.NothingThere()
    }
    return entry.payload
  }

  func holding(_ lineage: Lineage, _ change: (inout Holding) -> Void) throws {
    let stored = try payload("lineages", Key.lineage(lineage))
    var record = try LineageRecord(stored.rawSpan)
    change(&record.holding)
    try file.putSealed(record.encoded(), for: Key.lineage(lineage), in: "lineages")
  }
}

struct HoldingDamage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let table: String
  let isDone: @Sendable (DamagedHoldings) throws -> Void

  init(_ name: String, in table: String, _ isDone: @escaping @Sendable (DamagedHoldings) throws -> Void) {
    testDescription = name
    self.table = table
    self.isDone = isDone
  }

  static let all = ofAccounts + ofMentions + ofHoldings + ofSettings

  private static let ofAccounts = [
    HoldingDamage("a known token is missing", in: "accounts") {
      try $0.file.remove(Key.account("own"), from: "accounts")
    },
    HoldingDamage("a minted token is missing", in: "accounts") {
      try $0.file.remove(Key.account($0.minted), from: "accounts")
    },
    HoldingDamage("a token stands for another subject", in: "accounts") { damaged in
      try damaged.file.putSealed(
        Account(subject: "mallory", since: 3).encoded(), for: Key.account("own"), in: "accounts")
    },
    HoldingDamage("a token is known since another event", in: "accounts") { damaged in
      try damaged.file.putSealed(
        Account(subject: "B", since: 9).encoded(), for: Key.account("own"), in: "accounts")
    },
    HoldingDamage("a token is known that nobody made known", in: "accounts") { damaged in
      try damaged.file.putSealed(
        Account(subject: "mallory", since: 3).encoded(), for: Key.account("unknown"), in: "accounts")
    },
    HoldingDamage("what was minted for a subject is missing", in: "accounts") {
      try $0.file.remove(Key.minted("A"), from: "accounts")
    },
    HoldingDamage("what was minted for a subject is another token", in: "accounts") { damaged in
      try damaged.file.putSealed(MintedRecord.encoded("own"), for: Key.minted("A"), in: "accounts")
    },
    HoldingDamage("a token was minted for nobody", in: "accounts") { damaged in
      try damaged.file.putSealed(MintedRecord.encoded("own"), for: Key.minted("mallory"), in: "accounts")
    },
    HoldingDamage("a byte of an account is another", in: "accounts") { damaged in
      var value = try #require(damaged.file.entries("accounts").first { $0.key == Key.account("own") }).value
      value[value.count - 1] ^= 1
      try damaged.file.put(value, for: Key.account("own"), in: "accounts")
    },
  ]

  private static let ofMentions = [
    HoldingDamage("a lineage that waits for its token is missing", in: "accounts") {
      try $0.file.remove(Key.mention("unknown", "2"), from: "accounts")
    },
    HoldingDamage("a lineage waits for a token that it does not name", in: "accounts") {
      try $0.file.putSealed([], for: Key.mention("own", "2"), in: "accounts")
    },
    HoldingDamage("a family member is missing", in: "accounts") {
      try $0.file.remove(Key.familyMember("app-1", "4"), from: "accounts")
    },
    HoldingDamage("a family member is another", in: "accounts") { damaged in
      try damaged.file.putSealed(
        Account(subject: "mallory", since: 1).encoded(), for: Key.familyMember("app-1", "3"), in: "accounts")
    },
    HoldingDamage("a family member too many", in: "accounts") {
      try $0.file.putSealed([], for: Key.familyMember("app-2", "4"), in: "accounts")
    },
  ]

  private static let ofHoldings = [
    HoldingDamage("an owner by token is another's by act", in: "lineages") {
      try $0.holding("1") { ($0.owner, $0.evidence) = ("mallory", .act) }
    },
    HoldingDamage("the evidence is another", in: "lineages") {
      try $0.holding("1") { $0.evidence = .act }
    },
    HoldingDamage("a member is missing", in: "lineages") { try $0.holding("1") { $0.members = [] } },
    HoldingDamage("a member too many", in: "lineages") {
      try $0.holding("1") { $0.members = ["M", "mallory"] }
    },
    HoldingDamage("a conflict is missing", in: "lineages") { try $0.holding("1") { $0.conflicts = [] } },
    HoldingDamage("a conflict is of another event", in: "lineages") {
      try $0.holding("1") { $0.conflicts[0].sequence += 1 }
    },
    HoldingDamage("a family member is recognised as somebody else", in: "lineages") {
      try $0.holding("4") { $0.owner = "mallory" }
    },
    HoldingDamage("a member's row is missing", in: "entitlements") {
      try $0.file.remove(Key.entitlement("M", "1"), from: "entitlements")
    },
    HoldingDamage("a row for a member that there is none of", in: "entitlements") { damaged in
      let row = try damaged.payload("entitlements", Key.entitlement("M", "1"))
      try damaged.file.putSealed(row, for: Key.entitlement("mallory", "1"), in: "entitlements")
    },
    HoldingDamage("a member's row gives something else", in: "entitlements") { damaged in
      let stored = try damaged.payload("entitlements", Key.entitlement("M", "1"))
      var row = try RowRecord(stored.rawSpan)
      row.schedule = Schedule(segments: [
        Segment(until: nil, status: .active, isEntitled: true, product: .monthly, reason: .paid)
      ])
      try damaged.file.putSealed(row.encoded(), for: Key.entitlement("M", "1"), in: "entitlements")
    },
    HoldingDamage("a member's deadline is missing", in: "deadlines") { damaged in
      let entry = try #require(
        damaged.file.entries("deadlines").first { entry in
          let key = entry.key
          return try Key.deadline(key.rawSpan).subject == "M"
        })
      try damaged.file.remove(entry.key, from: "deadlines")
    },
    HoldingDamage("a deadline of nobody's", in: "deadlines") {
      try $0.file.putSealed([], for: Key.deadline(day(3), "mallory", "1"), in: "deadlines")
    },
    HoldingDamage("an act is missing from the timeline", in: "timeline") { damaged in
      let entry = try #require(
        damaged.file.entries("timeline").first { entry in
          let (key, payload) = (entry.key, entry.payload)
          let lineage = try Key.timeline(key.rawSpan).lineage
          return try TimelineRecord(payload.rawSpan, lineage: lineage).custody?.kind == .share
        })
      try damaged.file.remove(entry.key, from: "timeline")
    },
    HoldingDamage("an act in the timeline is another's", in: "timeline") { damaged in
      for entry in try damaged.file.entries("timeline") {
        let (key, payload) = (entry.key, entry.payload)
        var record = try TimelineRecord(payload.rawSpan, lineage: Key.timeline(key.rawSpan).lineage)
        guard record.custody?.kind == .claim else { continue }
        record.custody?.subject = "mallory"
        return try damaged.file.putSealed(record.encoded(), for: key, in: "timeline")
      }
      throw StoreFile.NothingThere()
    },
  ]

  private static let ofSettings = [
    HoldingDamage("the identity policy is not the log's", in: "meta") {
      try $0.file.putSealed(
        IdentityPolicy(restore: .transfer).encoded(), for: Array("identity".utf8), in: "meta")
    },
    HoldingDamage("the identity policy is gone", in: "meta") {
      try $0.file.remove(Array("identity".utf8), from: "meta")
    },
  ]
}

struct HoldingDamageTests {
  @Test func `what is to be damaged is sound, and holds something of everything`() throws {
    let damaged = try DamagedHoldings()
    #expect(try damaged.bench.store.verify().faults == [])
    #expect(try damaged.file.entries("accounts").count == 7)
    #expect(try damaged.bench.conflicts("1") == ["C asked"])
    #expect(try damaged.bench.evidence("4") == .familyMember)
  }

  @Test(arguments: HoldingDamage.all)
  func `damage to who holds what is found, and rebuild makes it good`(_ damage: HoldingDamage) throws {
    let damaged = try DamagedHoldings()
    let before = try damaged.bench.everything()
    try damage.isDone(damaged)
    #expect(try damaged.bench.everything() != before)
    let found = try damaged.bench.store.verify().faults
    #expect(found.contains { $0.table == damage.table }, "\(found)")
    let report = try damaged.bench.store.rebuild()
    #expect(report.faults.contains { $0.table == damage.table }, "\(report.faults)")
    #expect(try damaged.bench.store.verify().faults == [])
    #expect(try damaged.bench.everything() == before)
  }
}
