import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

/// The value of one event in the log: its link in the digest chain and, beside it, the content with its salt, or what an erasure
/// has left of it.
///
/// `link(n) = SHA-256(link(n-1) ‖ n ‖ SHA-256(salt ‖ content))`. The salt keeps a digest from telling what was erased.
/// docs/format.md §3.3.
struct LogEntry {
  let link: [UInt8]
  let event: LoggedRecord
  private let salt: [UInt8]
  private let content: [UInt8]
  /// The digest of the content as it came, where that is not here any more.
  private let original: [UInt8]?

  static let saltByteCount = 16
  static let digestByteCount = 32
  /// No event is this large; a length beyond it is damage that a checksum happened to allow.
  private static let largestContent = 256 << 20

  /// How the content is written. Raw values are stored bytes.
  enum Form: UInt8 {
    case plain = 0
    case compressed = 1
    case withDictionary = 2
    /// No content: where the event stood.
    case erased = 3
    /// What is left of it, as it is.
    case redacted = 4
  }

  init(_ payload: RawSpan) throws {
    var reader = ByteReader(payload)
    salt = try reader.bytes("salt", count: Self.saltByteCount)
    link = try reader.bytes("link", count: Self.digestByteCount)
    let form = try Self.form(in: &reader)
    original = try Self.original(of: form, in: &reader)
    content = try Self.content(form, in: &reader)
    event = try Self.event(form, content)
  }

  /// The digest that the link was made of.
  var digest: [UInt8] { original ?? Self.digest(salt: salt, content: content) }

  /// Whether an erasure has taken something out of it.
  var isReduced: Bool { original != nil }

  /// Whether it came here as erased, and there never was more of it than its place.
  var isBornErased: Bool {
    guard case .erased(let position) = event else { return false }
    return digest == Self.digest(salt: Self.noSalt, content: Key.date(position))
  }

  /// The digest of what is left, where the event is redacted.
  var remainder: [UInt8]? {
    guard original != nil, event.record != nil else { return nil }
    return Self.digest(salt: salt, content: content)
  }

  /// The event of a stored entry, where its place in the chain does not matter.
  static func event(of payload: RawSpan) throws -> LoggedRecord {
    var reader = ByteReader(payload)
    let form = try skipToContent(&reader)
    return try event(form, content(form, in: &reader))
  }

  /// Where the event of a stored entry comes from, without what it says; `nil` if it is erased.
  static func rail(_ payload: RawSpan) throws -> Rail? {
    var reader = ByteReader(payload)
    let form = try skipToContent(&reader)
    if form == .erased { return nil }
    let content = try content(form, in: &reader)
    var bytes = ByteReader(content.rawSpan)
    return try bytes.choice("rail", of: Rail.self)
  }

  /// The link of a stored entry, without looking at anything else.
  static func link(of payload: RawSpan) throws -> [UInt8] {
    var reader = ByteReader(payload)
    try reader.skip("salt", count: saltByteCount)
    return try reader.bytes("link", count: digestByteCount)
  }

  private static func skipToContent(_ reader: inout ByteReader) throws -> Form {
    try reader.skip("salt and link", count: saltByteCount + digestByteCount)
    let form = try form(in: &reader)
    _ = try original(of: form, in: &reader)
    return form
  }

  private static func form(in reader: inout ByteReader) throws -> Form {
    try reader.choice("form", of: Form.self)
  }

  private static func original(of form: Form, in reader: inout ByteReader) throws -> [UInt8]? {
    guard form == .erased || form == .redacted else { return nil }
    return try reader.bytes("digest", count: digestByteCount)
  }

  private static func event(_ form: Form, _ content: [UInt8]) throws -> LoggedRecord {
    if form == .erased { return .erased(try Key.date(content.rawSpan)) }
    return .event(try EventRecord(content.rawSpan))
  }

  private static func content(_ form: Form, in reader: inout ByteReader) throws -> [UInt8] {
    let packed = try reader.bytes("content", count: reader.remaining)
    return switch form {
    case .plain, .redacted, .erased: packed
    case .compressed: try Zstd.decompress(packed, limit: largestContent)
    case .withDictionary: try LogDictionary.first.decompress(packed, limit: largestContent)
    }
  }

  static func digest(salt: [UInt8], content: [UInt8]) -> [UInt8] {
    SHA256.digest(of: salt + content)
  }

  static func link(_ previous: [UInt8], _ sequence: UInt64, digest: [UInt8]) -> [UInt8] {
    SHA256.digest(of: previous + Key.event(sequence) + digest)
  }
}

extension LogEntry {
  /// The payload of this entry without its content; the salt is gone with it, or what is easily guessed could be found out.
  func erased(at position: EventPosition) -> [UInt8] {
    var writer = head(salt: Self.noSalt, .erased)
    writer.position(position)
    return writer.bytes
  }

  /// The entry of an event that had been erased elsewhere before it came here, behind `previous`.
  ///
  /// What its link is made of says so, and anybody can work it out.
  init(bornErasedAt position: EventPosition, sequence: UInt64, after previous: [UInt8]) {
    salt = Self.noSalt
    content = Key.date(position)
    let digest = Self.digest(salt: salt, content: content)
    original = digest
    link = Self.link(previous, sequence, digest: digest)
    event = .erased(position)
  }

  private static let noSalt = [UInt8](repeating: 0, count: saltByteCount)

  /// The payload of this entry with `record` in the place of its content, and the digest of what is left.
  func redacted(to record: EventRecord, salt: [UInt8]) -> (payload: [UInt8], remainder: [UInt8]) {
    let content = record.encoded()
    var writer = head(salt: salt, .redacted)
    writer.raw(content)
    return (writer.bytes, Self.digest(salt: salt, content: content))
  }

  private func head(salt: [UInt8], _ form: Form) -> ByteWriter {
    var writer = ByteWriter(capacity: 512)
    writer.raw(salt)
    writer.raw(link)
    writer.byte(form.rawValue)
    writer.raw(digest)
    return writer
  }
}

/// What the log has at one place.
enum LoggedRecord {
  case event(EventRecord)
  /// An event that was erased stood there in the total order.
  case erased(EventPosition)

  var position: EventPosition {
    switch self {
    case .event(let record): record.position
    case .erased(let position): position
    }
  }

  /// The event, if it is not erased.
  var record: EventRecord? {
    if case .event(let record) = self { record } else { nil }
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
