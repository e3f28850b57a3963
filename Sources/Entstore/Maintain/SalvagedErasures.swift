import EntstoreCodec

/// What the erasures that are given out say of the events that are given out.
///
/// The newest copy of an event may be damaged, and what is read instead of it be one from before it was erased.
struct SalvagedErasures {
  private var erased: Set<EventPosition> = []
  /// By the place of the act in the log, ascending.
  private var redactions: [EventPosition: [(act: UInt64, redaction: Redaction)]] = [:]

  /// - Parameter sequence: Greater than that of each erasure before.
  mutating func add(_ erasure: Erasure, at sequence: UInt64) {
    erased.formUnion(erasure.erased)
    for redaction in erasure.redacted {
      redactions[redaction.position, default: []].append((sequence, redaction))
    }
  }

  /// The event of `entry` as all of them leave it.
  func applied(to entry: LogEntry, at sequence: UInt64) -> LoggedRecord {
    guard case .event(var record) = entry.event else { return entry.event }
    if erased.contains(record.position), record.isErasable { return .erased(record.position) }
    guard let acts = redactions[record.position], record.isRedactable else { return entry.event }
    // What was in the log before the event came was done to it then, and each act holds a digest of what it has left.
    var rest = acts.drop { $0.act < sequence }
    if let remainder = entry.remainder,
      let last = rest.lastIndex(where: { $0.redaction.remainder == remainder })
    {
      rest = rest[(last + 1)...]
    }
    for (_, redaction) in rest { record = record.redacted(by: redaction) }
    return .event(record)
  }
}
