import EntstoreCodec
import EntstoreLMDB

extension Verifier {
  /// Every event that is gone, or told otherwise than it came, is so because an erasure in the log says it, and what is left of it
  /// is what was left then; and notes what should stand at the dates of events that have not come.
  @_lifetime(self: copy self)
  mutating func verifyErasures(_ log: [LogReading.Part]) throws {
    var erased: Set<EventPosition> = []
    var remainders: [EventPosition: [UInt8]] = [:]
    for (sequence, act) in log.flatMap(\.acts) {
      guard case .erasure(let erasure) = act else { continue }
      erased.formUnion(erasure.erased)
      for redaction in erasure.redacted where !redaction.remainder.isEmpty {
        remainders[redaction.position] = redaction.remainder
      }
      try expect(erasure, at: sequence)
    }
    for (sequence, position) in log.flatMap(\.erased) where !erased.contains(position) {
      report.found(.events, "event \(sequence) is gone, and nothing has erased it")
    }
    for (sequence, position, remainder) in log.flatMap(\.redacted) where remainders[position] != remainder {
      report.found(.events, "event \(sequence) is not what an erasure has left of it")
    }
  }

  /// As an append does it, with the events that are there standing at their dates already.
  @_lifetime(self: copy self)
  private mutating func expect(_ erasure: Erasure, at sequence: UInt64) throws {
    for position in erasure.erased {
      let key = Key.date(position)
      guard try isAwaited(key) else { continue }
      if case .erased? = try awaited[key].map({ try DateRecord($0.rawSpan) }) { continue }
      awaited[key] = DateRecord.erased(by: sequence).encoded()
    }
    for redaction in erasure.redacted {
      let key = Key.date(redaction.position)
      guard try isAwaited(key) else { continue }
      switch try awaited[key].map({ try DateRecord($0.rawSpan) }) {
      case nil: awaited[key] = DateRecord.redacted(by: [sequence]).encoded()
      case .redacted(let acts): awaited[key] = DateRecord.redacted(by: acts + [sequence]).encoded()
      case .event, .erased: break
      }
    }
  }

  /// Whether no event stands at the date; what is wrong there shows when the dates are summed up.
  private func isAwaited(_ key: [UInt8]) throws -> Bool {
    guard let value = try reader.value(for: key.rawSpan, in: tables.byDate.engine),
      let payload = try? Seal.opened(value, key: key.rawSpan, in: tables.byDate),
      case .event? = try? DateRecord(payload)
    else { return true }
    return false
  }

  func awaitedSum(seed: UInt64) -> EntrySum {
    var sum = EntrySum(seed: seed)
    for (key, payload) in awaited { sum.add(payload.rawSpan, at: key.rawSpan) }
    return sum
  }
}
