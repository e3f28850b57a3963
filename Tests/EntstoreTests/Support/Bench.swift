import Entstore

/// One store in a folder of its own, with a clock that the test sets.
final class Bench: Sendable {
  let folder: TemporaryFolder
  let clock: TestClock
  let store: EntitlementStore

  init(now: Instant = day(1_000), environment: StoreEnvironment = .production) throws {
    folder = try TemporaryFolder()
    clock = TestClock(now)
    store = try EntitlementStore(
      path: folder.file("a.entstore"), environment: environment, clock: { [clock] in clock.now })
  }

  @discardableResult
  func append(_ drafts: EventDraft...) throws -> [Receipt] {
    try append(drafts)
  }

  @discardableResult
  func append(_ drafts: [EventDraft]) throws -> [Receipt] {
    try store.write { transaction in
      var receipts: [Receipt] = []
      for draft in drafts { receipts.append(try transaction.append(draft)) }
      return receipts
    }
  }

  func file() throws -> StoreFile { try StoreFile(store.path) }

  /// Every value of every table.
  func everything() throws -> [String: [StoreFile.Entry]] {
    let file = try file()
    var tables: [String: [StoreFile.Entry]] = [:]
    for table in StoreFile.numbers.keys { tables[table] = try file.entries(table) }
    return tables
  }
}
