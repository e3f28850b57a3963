import EntstoreCodec

extension LoggedEvent {
  /// What the log has at one place.
  ///
  /// - Parameters:
  ///   - environment: That of the store, which an erased event has nothing of its own to say about.
  ///   - blob: The bytes of a digest that the payload shares with others.
  init(
    _ event: LoggedRecord, sequence: UInt64, environment: StoreEnvironment, blob: ([UInt8]) throws -> [UInt8]
  ) rethrows {
    switch event {
    case .event(let record): try self.init(record, sequence: sequence, blob: blob)
    case .erased(let position):
      let erased = ErasedEvent(position: position, environment: environment)
      self.init(
        sequence: sequence, receivedAt: position.signedAt, draft: EventDraft(erased), erased: erased)
    }
  }

  private init(
    _ record: EventRecord, sequence: UInt64, blob: ([UInt8]) throws -> [UInt8]
  ) rethrows {
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
