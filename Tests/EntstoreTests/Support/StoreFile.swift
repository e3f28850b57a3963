import EntstoreDigest
import EntstoreLMDB

/// A store's file seen from below: its tables as the engine keeps them, to look at and to damage.
///
/// It seals values by docs/format.md §1, written down a second time so that the store's own sealing is checked.
final class StoreFile {
  struct Entry: Hashable {
    var key: [UInt8]
    var value: [UInt8]

    /// Version and checksum come first.
    var payload: [UInt8] { Array(value.dropFirst(9)) }
  }

  static let numbers: [String: UInt64] = [
    "meta": 1, "events": 2, "by_date": 3, "timeline": 4, "lineages": 5, "entitlements": 6, "deadlines": 7,
    "blobs": 8, "accounts": 9,
  ]

  let engine: LMDBEnvironment

  init(_ path: String) throws {
    engine = try LMDBEnvironment(
      path: path, tables: Array(Self.numbers.keys), options: .init(access: .existing))
  }

  func entries(_ table: String) throws -> [Entry] {
    try engine.read { reader in
      var entries: [Entry] = []
      var cursor = try reader.cursor(in: engine.table(table))
      var isThere = try cursor.first()
      while isThere {
        entries.append(Entry(key: cursor.key.copied, value: cursor.value.copied))
        isThere = try cursor.next()
      }
      return entries
    }
  }

  static func sealed(_ payload: [UInt8], key: [UInt8], in table: String) -> [UInt8] {
    let seed = unsafe Checksum.xxh3(key.span.bytes, seed: numbers[table]! << 8 | 1)
    let checksum = unsafe Checksum.xxh3(payload.span.bytes, seed: seed)
    return [1] + (0..<8).map { UInt8(truncatingIfNeeded: checksum >> (8 * UInt64($0))) } + payload
  }

  func put(_ value: [UInt8], for key: [UInt8], in table: String) throws {
    try engine.write { try $0.put(key, value, in: engine.table(table)) }
  }

  /// A payload with a checksum that agrees.
  func putSealed(_ payload: [UInt8], for key: [UInt8], in table: String) throws {
    try put(Self.sealed(payload, key: key, in: table), for: key, in: table)
  }

  func remove(_ key: [UInt8], from table: String) throws {
    try engine.write { transaction in
      guard try transaction.delete(key, in: engine.table(table)) else { throw NothingThere() }
    }
  }

  struct NothingThere: Error {}
}

extension RawSpan {
  var copied: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
