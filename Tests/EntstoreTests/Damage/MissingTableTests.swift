import Entstore
import EntstoreLMDB
import Foundation
import Testing

struct MissingTableTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.entstore")
    let store = try EntitlementStore(path: path, environment: .production)
    try store.write { transaction in
      for number in 0..<20 {
        let sale = Sale.month(number, from: day(Int64(number)), token: "ada")
        _ = try transaction.append(
          .notice(
            EventID(canonical: "e\(number)"), day(Int64(number)),
            Said(Lineage(canonical: "line-\(number % 3)"), sale, .on, .active)))
      }
      _ = try transaction.mintToken(for: "ada")
    }
    store.close()
  }

  /// What each table holds.
  private func contents(_ path: String) throws -> [String: [StoreFile.Entry]] {
    let file = try StoreFile(path)
    defer { file.engine.close() }
    return try Dictionary(uniqueKeysWithValues: StoreFile.numbers.keys.map { ($0, try file.entries($0)) })
  }

  /// Writes the store anew, without one table, and without what `isLost` says.
  private func lose(_ table: String, _ isLost: (String, Int) -> Bool = { _, _ in false }) throws {
    let contents = try contents(path)
    let names = (StoreFile.numbers.keys + ["changes"]).filter { $0 != table }
    let other = try LMDBEnvironment(
      path: folder.file("other"), tables: names, options: .init(access: .create))
    try other.write { transaction in
      for (name, entries) in contents where name != table {
        for (place, entry) in entries.enumerated() where !isLost(name, place) {
          try transaction.put(entry.key, entry.value, in: other.table(name))
        }
      }
    }
    other.close()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder.file("other"), toPath: path)
  }

  private func isRefused(_ table: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch StoreError.damaged(table, .missing) {
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: ["by_date", "timeline", "lineages", "entitlements", "deadlines", "accounts"])
  func `a derived table that is missing is refused at opening, and made anew by a rebuild`(_ table: String)
    throws
  {
    let before = try contents(path)
    try lose(table)
    for opening in [EntitlementStore.Opening.create, .existing, .readOnly] {
      #expect(isRefused(table) { _ = try EntitlementStore(path: path, opening: opening) })
    }
    let report = try EntitlementStore.rebuild(path: path)
    #expect(report.faultCount == 1 && report.faults.map(\.table) == [table])
    #expect(try contents(path) == before)
    #expect(try EntitlementStore(path: path, opening: .readOnly).verify().isSound)
    #expect(try EntitlementStore.rebuild(path: path).isSound)
  }

  @Test(arguments: ["events", "meta", "blobs"])
  func `a table that does not follow from the log is not made anew`(_ table: String) throws {
    try lose(table)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(isRefused(table) { _ = try EntitlementStore.rebuild(path: path) })
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func `where the log is damaged too, the table stays missing and the store is refused as before`()
    throws
  {
    try lose("deadlines") { name, place in name == "events" && place == 7 }
    #expect(isRefused("events") { _ = try EntitlementStore.rebuild(path: path) })
    #expect(isRefused("deadlines") { _ = try EntitlementStore(path: path, opening: .existing) })
  }
}
