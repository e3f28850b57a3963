import EntstoreCodec
import EntstoreModel
import Testing

/// A record and the bytes that format 1 gives it.
struct GoldenRecord: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let encoded: [UInt8]
  /// Whether the bytes read back as the same record.
  let isReadBack: @Sendable () throws -> Bool
  /// Reads any bytes as a record of this kind.
  let read: @Sendable ([UInt8]) -> Reading
  /// Whether something may stand behind the last field that has to be there.
  let mayEndEarly: Bool

  init<Record: Recodable>(_ name: String, _ record: Record, _ digits: String) {
    self.name = name
    let bytes = hex(digits)
    self.bytes = bytes
    encoded = record.encoded()
    mayEndEarly = record is Catalog
    isReadBack = { try Record(bytes.rawSpan) == record }
    read = { bytes in Reading { () throws(CodecError) in try Record(bytes.rawSpan).encoded() } }
  }

  var testDescription: String { name }

  static let all = timelines + events + lineages + rows + acts + identities + identityActs
}
