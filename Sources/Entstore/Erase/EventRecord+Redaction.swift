import EntstoreCodec

extension EventRecord {
  /// What `redaction` leaves of it; the payload names whoever it names, and goes wholly.
  func redacted(by redaction: Redaction) -> EventRecord {
    var record = self
    record.raw = []
    switch body {
    case .facts(let facts): record.body = .facts(redaction.applied(to: facts))
    case .act(let act): record.body = .act(redaction.applied(to: act))
    }
    return record
  }

  /// Whether an erasure may leave nothing of it.
  var isErasable: Bool {
    if case .act(let act) = body { act.isErasable } else { true }
  }

  /// Whether an erasure may take something out of it.
  var isRedactable: Bool {
    if case .act(let act) = body { act.isRedactable } else { true }
  }
}

extension StoreTransaction {
  /// An event that comes after acts at these places have said what is left of it.
  mutating func redacted(_ event: PreparedEvent, by acts: [UInt64]) throws -> PreparedEvent {
    var event = event
    for act in acts {
      let logged = try LogEntry.event(of: engine.reader.logPayload(act, in: tables.events))
      guard case .act(.erasure(let erasure)) = logged.record?.body,
        let redaction = erasure.redacted.first(where: { $0.position == event.position })
      else { throw StoreError.damaged(table: "by_date", reason: .record(field: "act")) }
      event.record = event.record.redacted(by: redaction)
    }
    event.content = try LogContent(event.record, salt: preparer.salts.next())
    event.blobs = []
    return event
  }
}
