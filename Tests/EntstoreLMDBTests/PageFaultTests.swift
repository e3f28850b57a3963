import EntstoreLMDB
import Foundation
import Testing

/// What is wrong with a page is told without the engine.
struct PageFaultTests {
  private let scratch = Scratch()
  private let pageBytes = 4_096

  /// A table of several levels with some values on pages of their own, and free pages.
  private func makeFile() throws -> [UInt8] {
    let store = try LMDBEnvironment.opened(scratch.path)
    for round in 0..<3 as Range<UInt8> {
      try store.write { transaction in
        for number in 0..<200 as Range<UInt8> {
          let byteCount = number % 50 == 7 ? 9_000 : 60
          try transaction.put([number, round], [UInt8](repeating: number, count: byteCount), in: store.one)
        }
        if round > 0 {
          for number in 0..<90 as Range<UInt8> {
            _ = try transaction.delete([UInt8(number), round - 1], in: store.one)
          }
        }
      }
    }
    store.close()
    return Array(try Data(contentsOf: URL(fileURLWithPath: scratch.path)))
  }

  private func faults(_ bytes: [UInt8]) throws -> [String] {
    let path = scratch["damaged"]
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    do {
      let store = try LMDBEnvironment.opened(path, .readOnly, tables: [])
      defer { store.close() }
      return try store.read { _ in try store.pageFaults() }.map(\.what)
    } catch LMDBError.damaged(_, _, let what) {
      // Opening looks at the pages that list the tables.
      return [what]
    }
  }

  /// The pages of the last commit with entries on them: only their bytes count.
  private func isInUse(_ page: Int, of bytes: [UInt8]) throws -> Bool {
    var damaged = bytes
    for place in page * pageBytes..<(page + 1) * pageBytes { damaged[place] = 0 }
    return try faults(damaged) != []
  }

  @Test func `a sound file has none, and every header of a page in use counts`() throws {
    let bytes = try makeFile()
    #expect(try faults(bytes) == [])
    var looked = 0
    for page in 2..<bytes.count / pageBytes where try isInUse(page, of: bytes) {
      looked += 1
      // The number; the kind; where the entries' places end and where the entries begin; the place of the first.
      for offset in [0, 1, 7, 10, 11, 12, 13, 14, 15, 16, 17] {
        for bit in 0..<8 {
          var damaged = bytes
          damaged[page * pageBytes + offset] ^= 1 << bit
          let isOverflow = bytes[page * pageBytes + 10] == 4
          // A long value begins right behind how many pages it has.
          if isOverflow, offset > 15 { continue }
          #expect(try faults(damaged) != [], "page \(page), byte \(offset), bit \(bit)")
        }
      }
    }
    #expect(looked > 10)
  }

  /// Where the header of the last commit begins, and where the record of the only table stands.
  private func records(in bytes: [UInt8]) -> (header: Int, table: Int) {
    func word(_ place: Int) -> Int { (0..<8).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    let header = word(144) > word(pageBytes + 144) ? 0 : pageBytes
    let page = word(header + 128) * pageBytes
    let entry = page + Int(bytes[page + 16]) + Int(bytes[page + 17]) << 8
    return (header, entry + 8 + Int(bytes[entry + 6]))
  }

  private func isRefused(_ bytes: [UInt8]) throws -> Bool {
    let path = scratch["damaged"]
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    do {
      let store = try LMDBEnvironment.opened(path, .readOnly, tables: [])
      defer { store.close() }
      try store.read { _ in try store.checkAccount() }
      return false
    } catch LMDBError.damaged {
      return true
    }
  }

  @Test
  func `a tree that seems empty, or says that it has another number of pages, is told by the file's account`()
    throws
  {
    let bytes = try makeFile()
    let places = records(in: bytes)
    #expect(try !isRefused(bytes))
    for (name, place) in [
      ("free", places.header + 40), ("tables", places.header + 88), ("one", places.table),
    ] {
      // As the engine leaves a tree of which all was removed.
      var empty = bytes
      empty.replaceSubrange(
        place + 6..<place + 48, with: [UInt8](repeating: 0, count: 34) + [UInt8](repeating: 0xFF, count: 8))
      #expect(try isRefused(empty) && faults(empty) != [], "\(name)")
      // The flags; the pages: branches, leaves, long values; the entries; the root.
      for offset in [4, 8, 16, 24, 32, 40] {
        for bit in 0..<8 {
          var damaged = bytes
          damaged[place + offset] ^= 1 << bit
          #expect(try faults(damaged) != [], "\(name), byte \(offset), bit \(bit)")
          if 5..<32 ~= offset { #expect(try isRefused(damaged), "\(name), byte \(offset), bit \(bit)") }
        }
      }
    }
  }

  @Test func `the pages on the way to keys are looked at, and no others`() throws {
    let bytes = try makeFile()
    let store = try LMDBEnvironment.opened(scratch.path, .readOnly)
    var keys: [[UInt8]] = []
    try store.read { _ in
      try store.checkPages(of: "one", from: [100], before: [101]) { key, value in
        keys.append(unsafe key.withUnsafeBytes { unsafe Array($0) })
        #expect(value.byteCount == (keys[keys.count - 1][0] % 50 == 7 ? 9_000 : 60))
      }
    }
    store.close()
    #expect(keys.contains([100, 2]) && keys.count < 200)

    var failed = 0
    for page in 2..<bytes.count / pageBytes {
      var damaged = bytes
      damaged[page * pageBytes + 12] ^= 2
      try Data(damaged).write(to: URL(fileURLWithPath: scratch["damaged"]))
      guard let store = try? LMDBEnvironment.opened(scratch["damaged"], .readOnly) else { continue }
      defer { store.close() }
      do {
        try store.read { _ in try store.checkPages(of: "one", from: [100], before: [101]) { _, _ in } }
      } catch LMDBError.damaged {
        failed += 1
      }
    }
    #expect(failed >= 2 && failed <= 5, "root of tables, branches, a leaf or two")
  }
}
