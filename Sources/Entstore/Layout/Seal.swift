import EntstoreDigest
import EntstoreLMDB

/// Every stored value: a version, a checksum over table, key and payload, and the payload. docs/format.md §1.
///
/// The engine has no checksums of its own: without these, a page that went bad would be an answer.
enum Seal {
  static let version: UInt8 = 1
  static let byteCount = 9

  static func sealed(_ payload: [UInt8], key: [UInt8], in table: StoreTable) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(payload.count + byteCount)
    value.append(version)
    var checksum = checksum(key.rawSpan, payload.rawSpan, in: table.name)
    for _ in 0..<8 {
      value.append(UInt8(truncatingIfNeeded: checksum))
      checksum >>= 8
    }
    value.append(contentsOf: payload)
    return value
  }

  /// The payload of a value that is what was written under this key in this table.
  @_lifetime(copy value)
  static func opened(_ value: RawSpan, key: RawSpan, in table: StoreTable) throws(StoreError) -> RawSpan {
    try opened(value, key: key, in: table.name)
  }

  /// As ``opened(_:key:in:)-(_,_,StoreTable)``, where no table is open.
  @_lifetime(copy value)
  static func opened(_ value: RawSpan, key: RawSpan, in table: TableName) throws(StoreError) -> RawSpan {
    guard value.byteCount >= byteCount else { throw .damaged(table: table.rawValue, reason: .tooShort) }
    let found = unsafe value.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
    guard found == version else { throw .damaged(table: table.rawValue, reason: .recordVersion(found)) }
    let payload = value.extracting(byteCount..<value.byteCount)
    guard checksum(of: value) == checksum(key, payload, in: table) else {
      throw .damaged(table: table.rawValue, reason: .checksum)
    }
    return payload
  }

  /// Checks a value of the table with this name.
  static func check(table name: String, _ key: RawSpan, _ value: RawSpan) throws {
    if let table = TableName(rawValue: name) { _ = try opened(value, key: key, in: table) }
  }

  /// The checksum that a value carries.
  static func checksum(of value: RawSpan) -> UInt64 {
    UInt64(littleEndian: unsafe value.unsafeLoadUnaligned(fromByteOffset: 1, as: UInt64.self))
  }

  private static func checksum(_ key: RawSpan, _ payload: RawSpan, in table: TableName) -> UInt64 {
    let seed = table.number << 8 | UInt64(version)
    return Checksum.xxh3(payload, seed: Checksum.xxh3(key, seed: seed))
  }
}

extension Reader {
  /// The payload under `key`, checked; `nil` if there is none.
  @_lifetime(copy self)
  func payload(for key: RawSpan, in table: StoreTable) throws -> RawSpan? {
    guard let value = try value(for: key, in: table.engine) else { return nil }
    return try Seal.opened(value, key: key, in: table)
  }
}

extension WriteTransaction {
  mutating func put(_ payload: [UInt8], for key: [UInt8], in table: StoreTable) throws {
    let value = Seal.sealed(payload, key: key, in: table)
    try put(key.rawSpan, value.rawSpan, in: table.engine)
  }

  /// As ``put(_:for:in:)`` for a key greater than all there: pages fill up instead of standing half empty.
  mutating func putLast(_ payload: [UInt8], for key: [UInt8], in table: StoreTable) throws {
    let value = Seal.sealed(payload, key: key, in: table)
    try append(key.rawSpan, value.rawSpan, in: table.engine)
  }

  mutating func remove(_ key: [UInt8], in table: StoreTable) throws {
    _ = try delete(key.rawSpan, in: table.engine)
  }
}
