import Entstore
import EntstoreCodec
import Testing

/// A kind of damage, done to a sound store.
struct Damage: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The table in which it is to be found.
  let table: String
  let isDone: @Sendable (DamagedStore) throws -> Void

  init(_ name: String, in table: String, _ isDone: @escaping @Sendable (DamagedStore) throws -> Void) {
    testDescription = name
    self.table = table
    self.isDone = isDone
  }

  private static let firstBought = Key.timeline("1000", EventDraft.notice("a", day(0)).place)

  /// What `rebuild` makes good.
  static let ofDerived = ofIndexes + ofRows + ofDeadlines + ofSettings

  private static let ofIndexes = [
    Damage("a byte of a timeline entry is another", in: "timeline") {
      try $0.flip("timeline", firstBought, byte: 12)
    },
    Damage("a timeline entry is missing", in: "timeline") {
      try $0.file.remove(firstBought, from: "timeline")
    },
    Damage("a timeline entry is of no event", in: "timeline") { damaged in
      let key = Key.timeline("1000", EventDraft.notice("x", day(3)).place)
      let record = TimelineRecord(
        sequence: 3, rail: .appStore, facts: Said("1000", nil, .off).facts(signedAt: day(3)))
      try damaged.file.putSealed(record.encoded(), for: key, in: "timeline")
    },
    Damage("a timeline entry is of no event and no lineage known", in: "timeline") { damaged in
      let key = Key.timeline("4000", EventDraft.notice("x", day(3)).place)
      let record = TimelineRecord(sequence: 3, rail: .appStore, facts: LineageFacts(lineage: "4000"))
      try damaged.file.putSealed(record.encoded(), for: key, in: "timeline")
    },
    Damage("a timeline entry says something else", in: "timeline") { damaged in
      let record = TimelineRecord(
        sequence: 3, rail: .appStore, facts: Said("1000", nil, .on).facts(signedAt: day(0)))
      try damaged.file.putSealed(record.encoded(), for: firstBought, in: "timeline")
    },
    Damage("a date is missing", in: "by_date") {
      try $0.file.remove(Key.date(EventDraft.notice("a", day(0)).place), from: "by_date")
    },
    Damage("a date is of no event", in: "by_date") {
      try $0.file.putSealed([3], for: Key.date(EventDraft.notice("x", day(0)).place), in: "by_date")
    },
    Damage("a date is of another event", in: "by_date") {
      try $0.file.putSealed([4], for: Key.date(EventDraft.notice("a", day(0)).place), in: "by_date")
    },
  ]

  private static let ofRows = [
    Damage("a byte of a row is another", in: "entitlements") {
      try $0.flip("entitlements", Key.entitlement("ada", "1000"), byte: 20)
    },
    Damage("a row's checksum is another", in: "entitlements") {
      try $0.flip("entitlements", Key.entitlement("ada", "1000"), byte: 3)
    },
    Damage("a row is cut short", in: "entitlements") {
      try $0.file.put([1, 2], for: Key.entitlement("ada", "1000"), in: "entitlements")
    },
    Damage("a row is missing", in: "entitlements") {
      try $0.file.remove(Key.entitlement("ada", "1000"), from: "entitlements")
    },
    Damage("a row gives more, under a right checksum", in: "entitlements") { damaged in
      var row = try damaged.row("ada", "1000")
      row.schedule = Schedule(segments: [
        Segment(until: nil, status: .active, isEntitled: true, product: .monthly, reason: .paid)
      ])
      try damaged.file.putSealed(row.encoded(), for: Key.entitlement("ada", "1000"), in: "entitlements")
    },
    Damage("a row is another's, with its own bytes", in: "entitlements") { damaged in
      let other = try damaged.entry("entitlements", Key.entitlement("ada", "1000"))
      try damaged.file.put(other.value, for: Key.entitlement("bob", "1001"), in: "entitlements")
    },
    Damage("a row more than there are lineages", in: "entitlements") { damaged in
      try damaged.file.putSealed(
        damaged.row("ada", "1000").encoded(), for: Key.entitlement("mallory", "1000"), in: "entitlements")
    },
    Damage("an owner is another", in: "lineages") {
      try $0.file.putSealed(
        LineageRecord(Holding(owner: "mallory", evidence: .act)).encoded(), for: Key.lineage("1000"),
        in: "lineages")
    },
    Damage("an owner is missing", in: "lineages") {
      try $0.file.remove(Key.lineage("1000"), from: "lineages")
    },
    Damage("an owner of no lineage", in: "lineages") {
      try $0.file.putSealed(
        LineageRecord(Holding()).encoded(), for: Key.lineage("4000"), in: "lineages")
    },
  ]

  private static let ofDeadlines = [
    Damage("a deadline is missing", in: "deadlines") { damaged in
      let row = try damaged.row("ada", "1000")
      let until = try #require(row.schedule.segments.first?.until)
      try damaged.file.remove(Key.deadline(until, "ada", "1000"), from: "deadlines")
    },
    Damage("a deadline too many", in: "deadlines") {
      try $0.file.putSealed([], for: Key.deadline(day(3), "ada", "1000"), in: "deadlines")
    },
    Damage("a deadline with something in it", in: "deadlines") { damaged in
      let row = try damaged.row("ada", "1000")
      let until = try #require(row.schedule.segments.first?.until)
      try damaged.file.putSealed([1], for: Key.deadline(until, "ada", "1000"), in: "deadlines")
    },
  ]

  private static let ofSettings = [
    Damage("the catalog is not the log's", in: "meta") { damaged in
      try damaged.file.putSealed(Catalog().encoded(), for: Array("catalog".utf8), in: "meta")
    },
    Damage("the catalog is gone", in: "meta") { try $0.file.remove(Array("catalog".utf8), from: "meta") },
    Damage("a byte of the catalog is another", in: "meta") {
      try $0.flip("meta", Array("catalog".utf8), byte: 12)
    },
    Damage("the policy is not the log's", in: "meta") { damaged in
      try damaged.file.putSealed(Policy(soak: .days(30)).encoded(), for: Array("policy".utf8), in: "meta")
    },
    Damage("a byte of the policy is another", in: "meta") {
      try $0.flip("meta", Array("policy".utf8), byte: 10)
    },
  ]
}
