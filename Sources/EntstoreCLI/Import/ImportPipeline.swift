import Dispatch
import Entstore
import Synchronization

/// Reads, decodes and writes at once: payloads are decoded on the other core while the writer writes, in batches whose number
/// is bounded, so that memory does not grow with the input.
final class ImportPipeline {
  private let decoder: PayloadDecoder
  private let preparer: @Sendable () -> EventPreparer
  private let write: (Arrivals) throws -> Void
  private var batch: [Payload] = []
  private var batchBytes = 0
  private var underway: [Batch] = []
  private let queue = DispatchQueue(label: "entstore.import.decode", attributes: .concurrent)

  /// Payloads that are decoded together.
  private final class Batch: Sendable {
    let payloads: [Payload]
    let byteCount: Int
    let arrivals = Mutex<[Arrival]>([])
    let group = DispatchGroup()

    init(_ payloads: [Payload], byteCount: Int) {
      self.payloads = payloads
      self.byteCount = byteCount
    }
  }

  /// Bytes of input that are decoded together.
  private static let batchSize = 2 << 20
  /// Batches that are read ahead of the writer.
  private static let lookahead = 4

  /// - Parameter write: Gets the events in the order of the input.
  init(
    decoder: PayloadDecoder, preparer: @escaping @Sendable () -> EventPreparer,
    write: @escaping (Arrivals) throws -> Void
  ) {
    self.decoder = decoder
    self.preparer = preparer
    self.write = write
  }

  func take(_ payload: Payload) throws {
    if case .bytes(let bytes) = payload.content { batchBytes += bytes.count }
    batch.append(payload)
    if batchBytes >= Self.batchSize { try start() }
  }

  /// Decodes and writes all that has been taken.
  func finish() throws {
    try start()
    while !underway.isEmpty { try writeOldest() }
  }

  private func start() throws {
    if batch.isEmpty { return }
    let next = Batch(batch, byteCount: batchBytes)
    batch = []
    batchBytes = 0
    queue.async(group: next.group) { [decoder, preparer] in
      var preparer = preparer()
      var arrivals: [Arrival] = []
      arrivals.reserveCapacity(next.payloads.count)
      for payload in next.payloads {
        for outcome in decoder.events(in: payload) { arrivals.append(Arrival(outcome, &preparer)) }
      }
      next.arrivals.withLock { $0 = arrivals }
    }
    underway.append(next)
    if underway.count > Self.lookahead { try writeOldest() }
  }

  private func writeOldest() throws {
    let oldest = underway.removeFirst()
    oldest.group.wait()
    let arrivals = oldest.arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
    try write(Arrivals(all: arrivals, byteCount: oldest.byteCount))
  }
}

/// Events that were made ready together, and how many bytes of input they were.
struct Arrivals {
  let all: [Arrival]
  let byteCount: Int
}

/// An event made ready for the log, or the reason why there is none.
struct Arrival: Sendable {
  let file: String
  let line: Int
  let place: UInt64?
  let result: Swift.Result<PreparedEvent, any Error>

  /// Makes what was decoded ready.
  init(_ outcome: PayloadDecoder.Outcome, _ preparer: inout EventPreparer) {
    file = outcome.file
    line = outcome.line
    place = outcome.place
    result = Swift.Result { try preparer.prepare(outcome.result.get()) }
  }
}
