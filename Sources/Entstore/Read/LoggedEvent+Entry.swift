import EntstoreCodec

extension LoggedEvent {
  /// The event that an entry of the log holds.
  ///
  /// - Parameter blob: The bytes of a digest that the payload shares with others.
  init(_ entry: LogEntry, sequence: UInt64, blob: ([UInt8]) throws -> [UInt8]) rethrows {
    let record = entry.record
    var draft = EventDraft(
      rail: record.rail, id: record.id, signedAt: record.signedAt, rank: record.rank, label: record.label,
      environment: record.environment, app: record.app, provenance: record.provenance,
      receivedAt: record.receivedAt)
    switch record.body {
    case .facts(let facts): draft.facts = facts
    case .act(let act): draft.act = act
    }
    draft.raw = try record.raw.map { try RawSegment($0, blob: blob) }
    self.init(sequence: sequence, receivedAt: record.receivedAt, draft: draft)
  }
}

extension RawSegment {
  fileprivate init(_ stored: EventRecord.Segment, blob: ([UInt8]) throws -> [UInt8]) rethrows {
    self =
      switch stored {
      case .inline(let bytes): .inline(bytes)
      case .shared(let digest): .shared(try blob(digest))
      case .base64url(let parts): .base64url(try parts.map { try RawSegment($0, blob: blob) })
      }
  }
}
