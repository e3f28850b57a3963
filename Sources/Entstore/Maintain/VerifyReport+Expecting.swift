import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

extension VerifyReport {
  /// Notes what is wrong with something stored; a fault of the engine or the system ends the check.
  mutating func found(_ table: TableName, _ what: @autoclosure () -> String, _ error: any Error) throws {
    switch error {
    case is CodecError, is DigestError, StoreError.damaged: found(table, "\(what()): \(error)")
    default: throw error
    }
  }

  /// A value's payload, or a fault and `nil`.
  @_lifetime(copy value)
  mutating func opened(
    _ value: RawSpan, _ key: RawSpan, _ table: StoreTable, _ what: @autoclosure () -> String
  ) throws -> RawSpan? {
    values += 1
    do {
      return try Seal.opened(value, key: key, in: table)
    } catch {
      found(table.name, "\(what()): \(error)")
      return nil
    }
  }

  /// Notes where `payload` is not what stands at `key`.
  mutating func expect(
    _ payload: [UInt8], at key: [UInt8], in table: StoreTable, of reader: Reader,
    _ what: @autoclosure () -> String
  ) throws {
    guard let value = try reader.value(for: key.rawSpan, in: table.engine) else {
      found(table.name, "\(what()) is missing")
      return
    }
    guard let found = try opened(value, key.rawSpan, table, what()) else { return }
    if !found.isEqual(to: payload.rawSpan) {
      self.found(table.name, "\(what()) is not what the log says")
    }
  }
}
