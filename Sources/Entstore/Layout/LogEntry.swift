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
  var record: EventRecord

  static let saltByteCount = 16
  /// No event is this large; a length beyond it is damage that a checksum happened to allow.
  private static let largestContent = 256 << 20

  /// How the content is written. Raw values are stored bytes.
  enum Form: UInt8 {
    case plain = 0
    case compressed = 1
    case withDictionary = 2
  }

  init(_ payload: RawSpan) throws {
    var reader = ByteReader(payload)
    salt = try reader.bytes("salt", count: Self.saltByteCount)
    link = try reader.bytes("link", count: 32)
    content = try Self.content(in: &reader)
    record = try Self.record(in: content)
  }

  /// The event of a stored entry, where its place in the chain does not matter.
  static func record(of payload: RawSpan) throws -> EventRecord {
    try record(in: content(of: payload))
  }

  /// Where the event of a stored entry comes from, without what it says.
  static func rail(_ payload: RawSpan) throws -> Rail {
    let content = try content(of: payload)
    var bytes = ByteReader(content.rawSpan)
    return try bytes.choice("rail", of: Rail.self)
  }

  private static func content(of payload: RawSpan) throws -> [UInt8] {
    var reader = ByteReader(payload)
    try reader.skip("salt and link", count: saltByteCount + 32)
    return try content(in: &reader)
  }

  private static func content(in reader: inout ByteReader) throws -> [UInt8] {
    guard let form = Form(rawValue: try reader.byte("form")) else { throw CodecError.invalid(field: "form") }
    let packed = try reader.bytes("content", count: reader.remaining)
    return switch form {
    case .plain: packed
    case .compressed: try Zstd.decompress(packed, limit: largestContent)
    case .withDictionary: try LogDictionary.first.decompress(packed, limit: largestContent)
    }
  }

  private static func record(in content: [UInt8]) throws -> EventRecord {
    try EventRecord(content.rawSpan)
  }

  static func digest(salt: [UInt8], content: [UInt8]) -> [UInt8] {
    SHA256.digest(of: salt + content)
  }

  static func link(_ previous: [UInt8], _ sequence: UInt64, digest: [UInt8]) -> [UInt8] {
    SHA256.digest(of: previous + Key.event(sequence) + digest)
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
