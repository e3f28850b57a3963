import Dispatch
import Entstore
import Synchronization

/// Reads, decodes and writes at once: one thread cuts the input into payloads, others decode them, and the caller's writes. How
/// much is under way is bounded, so that memory does not grow with the input.
final class ImportPipeline: Sendable {
  private let decoder: PayloadDecoder
  private let preparer: @Sendable () -> EventPreparer
  private let decoding = DispatchQueue(label: "entstore.import.decode", attributes: .concurrent)
  private let reading = DispatchQueue(label: "entstore.import.read")
  private let room = DispatchSemaphore(value: 0)
  private let arrived = DispatchSemaphore(value: 0)
  private let underway = Mutex(Underway())

  private struct Underway {
    var batches: [Batch] = []
    var ending: Swift.Result<Void, any Error>?
  }

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
  /// Batches that are read ahead of the writer: while one commit is written, the next one is decoded.
  private static let lookahead = 16

  init(decoder: PayloadDecoder, preparer: @escaping @Sendable () -> EventPreparer) {
    self.decoder = decoder
    self.preparer = preparer
  }

  /// Runs until all that `read` finds is written, or either of them throws.
  ///
  /// - Parameters:
  ///   - read: Hands out the payloads of the input, on another thread. After `write` has thrown or has had enough, it may be left
  ///     waiting for input that does not come.
  ///   - write: Gets the events in the order of the input, one batch at a time, and says whether more is wanted.
  func run(
    read: @escaping @Sendable (_ take: (Payload) -> Void) throws -> Void, write: (Arrivals) throws -> Bool
  ) throws {
    for _ in 0..<Self.lookahead { room.signal() }
    reading.async { [self] in
      let ending = Swift.Result {
        var payloads: [Payload] = []
        var byteCount = 0
        func start() {
          if !payloads.isEmpty { decode(Batch(payloads, byteCount: byteCount)) }
          (payloads, byteCount) = ([], 0)
        }
        try read { payload in
          if case .bytes(let bytes) = payload.content { byteCount += bytes.count }
          payloads.append(payload)
          if byteCount >= Self.batchSize { start() }
        }
        start()
      }
      underway.withLock { $0.ending = ending }
      arrived.signal()
    }
    // Whoever interrupts does not wait for what has been read ahead; it is read again another time.
    while !Interruption.isRequested, let batch = try next() {
      batch.group.wait()
      let arrivals = batch.arrivals.withLock { arrivals in
        defer { arrivals = [] }
        return arrivals
      }
      guard try write(Arrivals(all: arrivals, byteCount: batch.byteCount)) else { return }
      room.signal()
    }
  }

  private func decode(_ batch: Batch) {
    room.wait()
    decoding.async(group: batch.group) { [decoder, preparer] in
      var preparer = preparer()
      var arrivals: [Arrival] = []
      arrivals.reserveCapacity(batch.payloads.count)
      for payload in batch.payloads {
        for outcome in decoder.events(in: payload) { arrivals.append(Arrival(outcome, &preparer)) }
      }
      batch.arrivals.withLock { $0 = arrivals }
    }
    underway.withLock { $0.batches.append(batch) }
    arrived.signal()
  }

  /// The next batch in the order of the input; `nil` at its end.
  private func next() throws -> Batch? {
    arrived.wait()
    return try underway.withLock { underway in
      if !underway.batches.isEmpty { return underway.batches.removeFirst() }
      try underway.ending?.get()
      return nil
    }
  }
}
