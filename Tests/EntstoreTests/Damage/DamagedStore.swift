import Entstore
import EntstoreCodec

/// A store with something of everything in it, to be damaged.
struct DamagedStore {
  let bench: Bench
  let file: StoreFile

  static let catalog = Catalog(
    entitlements: ["pro": .init(products: [.appStore: [.monthly]])], terms: [.season: .days(30)])

  init() throws {
    bench = try Bench(now: day(40))
    try bench.store.write { transaction in
      try transaction.setCatalog(Self.catalog)
      try transaction.setPolicy(Policy(soak: .seconds(60)))
    }
    try bench.append(
      .notice(
        "a", day(0), Said("1000", .month(1, from: day(0), token: "ada"), .on, .active),
        raw: [.inline([1]), .shared([5, 5, 5])]),
      .notice(
        "b", day(1), Said("1000", nil, .off), Said("1001", .month(2, .max, from: day(1), token: "bob"))),
      .notice("c", day(2), Said("1002", Sale.month(3, from: day(2)).familyShared)),
      .notice("d", day(30), Said("1000", .month(4, from: day(30), token: "ada"), .on, .active)))
    file = try bench.file()
  }

  var store: EntitlementStore { bench.store }

  func entry(_ table: String, _ key: [UInt8]) throws -> StoreFile.Entry {
    guard let entry = try file.entries(table).first(where: { $0.key == key }) else {
      throw StoreFile.NothingThere()
    }
    return entry
  }

  /// One bit of a value is turned over.
  func flip(_ table: String, _ key: [UInt8], byte offset: Int) throws {
    var value = try entry(table, key).value
    value[offset] ^= 0x10
    try file.put(value, for: key, in: table)
  }

  func row(_ subject: Subject?, _ lineage: Lineage) throws -> RowRecord {
    let payload = try entry("entitlements", Key.entitlement(subject, lineage)).payload
    return try RowRecord(payload.rawSpan)
  }

  func eventKey(_ id: EventID) throws -> [UInt8] {
    let sequence = try store.read { snapshot in
      var found: UInt64 = 0
      try snapshot.forEachEvent { if $0.draft.id == id { found = $0.sequence } }
      return found
    }
    return Key.event(sequence)
  }
}
