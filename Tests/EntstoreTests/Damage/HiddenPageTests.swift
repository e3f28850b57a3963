import Entstore
import Foundation
import Testing

/// A page of the engine's without entries looks like the end of its table, or of a part of it.
struct HiddenPageTests {
  private static let pageBytes = 4_096

  private let bench: Bench
  private let bytes: [UInt8]

  init() throws {
    bench = try Bench()
    try bench.store.write { try $0.setCatalog(DamagedStore.catalog) }
    try bench.append(
      (0..<600).map { number in
        .bought(
          EventID(canonical: "e\(number)"), day(Int64(number % 40)),
          lineage: Lineage(canonical: "line-\(number % 300)"),
          by: AccountToken(canonical: "subject-\(number % 200)"))
      })
    let copy = bench.folder.file("copy")
    _ = try bench.store.compact(to: copy)
    bytes = Array(try Data(contentsOf: URL(fileURLWithPath: copy)))
  }

  private func answers(_ path: String) throws -> [String: String?] {
    let store = try EntitlementStore(path: path, opening: .existing)
    defer { store.close() }
    func answer<Value>(_ body: () throws -> Value) throws -> String? {
      do {
        return "\(try body())"
      } catch StoreError.damaged {
        return nil
      }
    }
    return [
      "erasure": try answer {
        let summary = try store.write { try $0.erasureSummary(of: "subject-7") }
        return "\(summary.erasedCount) \(summary.redactedCount) \(summary.lineages.count)"
      },
      "log": try answer {
        var events = 0
        try store.read { try $0.forEachEvent { _ in events += 1 } }
        return events
      },
      "catalogs": try answer {
        var catalogs = 0
        try store.read { try $0.forEachCatalog { _, _ in catalogs += 1 } }
        return catalogs
      },
      "conflicts": try answer {
        var conflicts = 0
        try store.read { try $0.forEachConflict { _ in conflicts += 1 } }
        return conflicts
      },
      "differences": try answer { try store.read { try $0.differences(under: Catalog()) { _ in } } },
      "unsold": try answer { try store.read { try $0.unsold([.yearly]) } },
    ]
  }

  @Test func `who walks a whole table finds all of it or says that something is missing`() throws {
    let path = bench.folder.file("damaged")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let sound = try answers(path)
    var missing: [String: Int] = [:]
    for page in 2..<bytes.count / Self.pageBytes where bytes[page * Self.pageBytes + 10] == 2 {
      var damaged = bytes
      damaged.replaceSubrange(page * Self.pageBytes + 12..<page * Self.pageBytes + 14, with: [16, 0])
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      let found: [String: String?]
      do {
        found = try answers(path)
      } catch StoreError.damaged {
        // The page is needed to open it.
        continue
      }
      for (question, answer) in found {
        #expect(answer == nil || answer == sound[question], "page \(page), \(question)")
        if answer == nil { missing[question, default: 0] += 1 }
      }
    }
    #expect(missing.count == sound.count, "each of them meets a page that is gone: \(missing)")
  }
}
