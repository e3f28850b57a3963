import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

/// The value of one event in the log: its link in the digest chain and, beside it, the content with its salt.
///
/// `link(n) = SHA-256(link(n-1) ‖ n ‖ SHA-256(salt ‖ content))`. The salt keeps a digest from telling what was erased.
/// docs/format.md §3.3.
struct LogEntry {
  let salt: [UInt8]
  let link: [UInt8]
  let content: [UInt8]
  let record: EventRecord

  static let saltByteCount = 16
  /// Below this, compressing costs more than it saves.
  private static let smallestCompressed = 256
  /// Above this, the little that a dictionary knows does not matter.
  private static let largestWithDictionary = 64 << 10
  /// No event is this large; a length beyond it is damage that a checksum happened to allow.
  private static let largestContent = 256 << 20

  init(_ record: EventRecord, sequence: UInt64, salt: [UInt8], after previous: [UInt8]) {
    self.record = record
    self.salt = salt
    content = record.encoded()
    link = Self.link(previous, sequence, salt: salt, content: content)
  }

  init(_ payload: RawSpan) throws {
    var reader = ByteReader(payload)
    salt = try reader.bytes("salt", count: Self.saltByteCount)
    link = try reader.bytes("link", count: 32)
    content = try Self.content(in: &reader)
    record = try Self.record(in: content)
  }

  /// Where the event of a stored entry comes from, without what it says.
  static func rail(_ payload: RawSpan) throws -> Rail {
    var reader = ByteReader(payload)
    _ = try reader.bytes("salt", count: saltByteCount)
    _ = try reader.bytes("link", count: 32)
    let content = try content(in: &reader)
    var bytes = ByteReader(content.rawSpan)
    return try bytes.choice("rail", of: Rail.self)
  }

  private static func content(in reader: inout ByteReader) throws -> [UInt8] {
    switch try reader.byte("form") {
    case 0: return try reader.bytes("content", count: reader.remaining)
    case 1:
      let packed = try reader.bytes("content", count: reader.remaining)
      return try Zstd.decompress(packed, limit: largestContent)
    case 2:
      let packed = try reader.bytes("content", count: reader.remaining)
      return try LogDictionary.first.decompress(packed, limit: largestContent)
    default: throw CodecError.invalid(field: "form")
    }
  }

  private static func record(in content: [UInt8]) throws -> EventRecord {
    try EventRecord(content.rawSpan)
  }

  func encoded() throws -> [UInt8] {
    var writer = ByteWriter(capacity: content.count + 64)
    writer.raw(salt)
    writer.raw(link)
    if content.count >= Self.smallestCompressed {
      let isSmall = content.count <= Self.largestWithDictionary
      let packed = try isSmall ? LogDictionary.first.compress(content) : Zstd.compress(content, level: 1)
      if packed.count < content.count {
        writer.byte(isSmall ? 2 : 1)
        writer.raw(packed)
        return writer.bytes
      }
    }
    writer.byte(0)
    writer.raw(content)
    return writer.bytes
  }

  static func link(_ previous: [UInt8], _ sequence: UInt64, salt: [UInt8], content: [UInt8]) -> [UInt8] {
    let digest = SHA256.digest(of: salt + content)
    return SHA256.digest(of: previous + Key.event(sequence) + digest)
  }
}

/// The value in `by_date`: which event stands at this date.
enum DateRecord {
  static func encoded(_ sequence: UInt64) -> [UInt8] {
    var writer = ByteWriter(capacity: 10)
    writer.count(sequence)
    return writer.bytes
  }

  static func sequence(_ payload: RawSpan) throws(CodecError) -> UInt64 {
    var reader = ByteReader(payload)
    let sequence = try reader.count("sequence")
    try reader.finish()
    return sequence
  }
}

extension EventDigest {
  /// The identity of an event: its rail and what the rail calls it.
  init(rail: Rail, id: EventID) {
    var reader = SHA256.digest(of: [rail.rawValue] + Array(id.text.utf8))[...]
    func word() -> UInt64 {
      defer { reader = reader.dropFirst(8) }
      return reader.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(high: word(), low: word())
  }
}

extension EventDraft {
  /// Its place in the total order.
  var position: EventPosition {
    EventPosition(signedAt: signedAt, rank: rank, digest: EventDigest(rail: rail, id: id))
  }
}
