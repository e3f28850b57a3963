import EntstoreCodec
import EntstoreDigest

/// An event's content as the log keeps it, salted, digested and compressed: all but its place, so it is made on any thread.
struct LogContent: Sendable {
  private let salt: [UInt8]
  /// `SHA-256(salt ‖ content)`, before compression.
  private let digest: [UInt8]
  private let form: LogEntry.Form
  private let packed: [UInt8]

  /// Below this, compressing costs more than it saves.
  private static let smallestCompressed = 256
  /// Above this, the little that a dictionary knows does not matter.
  private static let largestWithDictionary = 64 << 10

  init(_ record: EventRecord, salt: [UInt8]) throws {
    let content = record.encoded()
    self.salt = salt
    digest = LogEntry.digest(salt: salt, content: content)
    if content.count >= Self.smallestCompressed {
      let isSmall = content.count <= Self.largestWithDictionary
      let packed = try isSmall ? LogDictionary.first.compress(content) : Zstd.compress(content, level: 1)
      if packed.count < content.count {
        (form, self.packed) = (isSmall ? .withDictionary : .compressed, packed)
        return
      }
    }
    (form, packed) = (.plain, content)
  }

  /// The link of the chain at `sequence`, behind `previous`.
  func link(at sequence: UInt64, after previous: [UInt8]) -> [UInt8] {
    LogEntry.link(previous, sequence, digest: digest)
  }

  /// The payload of the value in `events`.
  func entry(link: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(capacity: salt.count + link.count + 1 + packed.count)
    writer.raw(salt)
    writer.raw(link)
    writer.byte(form.rawValue)
    writer.raw(packed)
    return writer.bytes
  }
}
