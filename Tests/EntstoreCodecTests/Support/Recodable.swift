import EntstoreCodec
import EntstoreModel

/// A record that stands for itself: its bytes need nothing beside them.
protocol Recodable: Hashable, Sendable {
  func encoded() -> [UInt8]
  init(_ bytes: RawSpan) throws(CodecError)
}

extension EventRecord: Recodable {}
extension LineageRecord: Recodable {}
extension RowRecord: Recodable {}
extension Catalog: Recodable {}
extension Policy: Recodable {}
extension IdentityPolicy: Recodable {}
extension Account: Recodable {}
extension RefusedRecord: Recodable {}

/// A timeline record with the lineage that its key would name.
struct Timeline: Recodable {
  static let lineage: Lineage = "2000"
  let record: TimelineRecord

  init(
    _ sequence: UInt64, _ rail: Rail, _ facts: LineageFacts = LineageFacts(lineage: Self.lineage),
    _ custody: TimelineRecord.Custody? = nil
  ) {
    record = TimelineRecord(sequence: sequence, rail: rail, facts: facts, custody: custody)
  }

  init(_ bytes: RawSpan) throws(CodecError) {
    record = try TimelineRecord(bytes, lineage: Self.lineage)
  }

  func encoded() -> [UInt8] { record.encoded() }
}

/// What became of bytes that were read as a record.
enum Reading: Hashable {
  /// They were a record, and these are its bytes.
  case decoded([UInt8])
  case refused(CodecError)

  init(_ body: () throws(CodecError) -> [UInt8]) {
    do throws(CodecError) {
      self = .decoded(try body())
    } catch {
      self = .refused(error)
    }
  }
}
