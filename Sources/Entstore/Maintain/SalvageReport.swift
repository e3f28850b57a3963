/// What was read out of a damaged store.
public struct SalvageReport: Hashable, Sendable {
  /// Events given out.
  public internal(set) var events: UInt64 = 0
  /// Events of which no readable copy was found, before the last one that was.
  ///
  /// All that are missing only where ``isEndKnown``.
  public internal(set) var missingEvents: UInt64 = 0
  /// Whether the file says where the log ended; else nobody can know how many events are missing.
  public internal(set) var isEndKnown = true
  /// Events given out without their payload.
  public internal(set) var withoutPayload: UInt64 = 0
  /// How many losses there were.
  public internal(set) var losses: UInt64 = 0
  /// Which of a store's two worlds it is of; `nil`: that is lost.
  public internal(set) var environment: StoreEnvironment?
  /// The apps whose events the store takes, empty for any; `nil`: that is lost.
  public internal(set) var apps: [String]?
}

/// Something of a damaged store that could not be read, or is not certain.
public enum SalvageLoss: Hashable, Sendable {
  /// No readable copy of these events is in the file.
  case events(ClosedRange<UInt64>)
  /// The event is as it was written, and this version makes nothing of it. It is not given out.
  case meaning(event: UInt64, reason: String)
  /// Different versions of the event are in the file, and no page of the last commit says which is the one. That which its
  /// neighbours' links fit best is given out.
  case versions(event: UInt64, count: Int)
  /// The event does not follow from the one before it. It is given out.
  case chain(event: UInt64)
  /// A part that these events' payloads share, by its SHA-256. They are given out without their payloads.
  case payloads(digest: [UInt8], events: [ClosedRange<UInt64>])
  /// Where the log ended. There may have been events after the last one found.
  case end(last: UInt64)
  /// Which environment and which format the store is of.
  case identity
}

extension SalvageLoss: CustomStringConvertible {
  public var description: String {
    switch self {
    case .events(let range):
      range.lowerBound == range.upperBound
        ? "event \(range.lowerBound) is lost"
        : "events \(range.text) are lost"
    case .meaning(let event, let reason): "event \(event) is not readable: \(reason)"
    case .versions(let event, let count):
      "event \(event) is there in \(count) versions; the one that fits the events beside it best is taken"
    case .chain(let event):
      "event \(event) does not follow from event \(event - 1): the digest chain does not hold"
    case .payloads(let digest, let events):
      "a shared part of payloads, SHA-256 \(digest.hexadecimal), is lost: without their payload are events "
        + events.map(\.text).joined(separator: ", ")
    case .end(let last): "where the log ended is lost; the last event found is \(last)"
    case .identity: "which environment the store is of is lost; its events say their own"
    }
  }
}

extension ClosedRange<UInt64> {
  fileprivate var text: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)"
  }
}
