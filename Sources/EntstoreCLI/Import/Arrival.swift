import Entstore
import EntstoreRails

/// Events that were made ready together, and how many bytes of input they were.
struct Arrivals {
  let all: [Arrival]
  let byteCount: Int
}

/// What is ready for the log, or the reason why there is nothing.
struct Arrival: Sendable {
  let origin: InputPlace
  let place: UInt64?
  let result: Swift.Result<Content, any Error>

  enum Content: Sendable {
    case event(PreparedEvent)
    case erased(ErasedEvent)

    var lineages: [Lineage] {
      switch self {
      case .event(let event): event.lineages
      case .erased: []
      }
    }

    /// Whether it takes somebody out of other events.
    var isErasure: Bool {
      switch self {
      case .event(let event): event.isErasure
      case .erased: false
      }
    }
  }

  /// Makes what was decoded ready.
  init(_ outcome: PayloadDecoder.Outcome, _ preparer: inout EventPreparer) {
    origin = outcome.origin
    place = outcome.place
    result = Swift.Result {
      switch try outcome.result.get() {
      case .event(let draft): .event(try preparer.prepare(draft))
      case .erased(let erased): .erased(erased)
      }
    }
  }
}

extension StoreTransaction {
  mutating func append(_ content: Arrival.Content) throws -> Receipt {
    switch content {
    case .event(let event): try append(event)
    case .erased(let erased): try append(erased)
    }
  }

  /// Appends what is ready among `arrivals`, events that follow each other together.
  ///
  /// - Returns: For each its receipt, or why it was refused.
  mutating func append(_ arrivals: [Arrival]) throws -> [Swift.Result<Receipt, StoreError>] {
    var outcomes: [Swift.Result<Receipt, StoreError>] = []
    var events: [PreparedEvent] = []
    for arrival in arrivals {
      switch arrival.result {
      case .success(.event(let event)): events.append(event)
      case .success(.erased(let erased)):
        outcomes += try append(events)
        events = []
        do {
          outcomes.append(.success(try append(erased)))
        } catch let error as StoreError where error.isRefusal {
          outcomes.append(.failure(error))
        }
      case .failure: break
      }
    }
    return outcomes + (try append(events))
  }
}
