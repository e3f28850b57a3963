import Dispatch
import Entstore
import Foundation
import Synchronization

/// Reads, decodes and writes at once: one thread cuts the input into payloads, others decode them, and the caller's writes. How
/// much is under way is bounded, so that memory does not grow with the input.
final class ImportPipeline: Sendable {
  private let decoder: PayloadDecoder
  private let preparer: @Sendable () -> EventPreparer
  /// Threads that may decode at once.
  private let processors = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)
  private let arrived = DispatchSemaphore(value: 0)
  private let underway = Mutex(Underway())

  private struct Underway {
    var batches: [Batch] = []
    var ending: Swift.Result<Void, any Error>?
  }

  /// Payloads that are decoded together.
  private final class Batch: Sendable {
    let payloads: PayloadBatch
    let arrivals = Mutex<[Arrival]>([])
    let group = DispatchGroup()

    init(_ payloads: PayloadBatch) {
      self.payloads = payloads
    }

    /// What it takes of the room for what is under way: of the largest all that there is.
    var share: Int { min(payloads.share, ImportPipeline.lookahead) }
  }

  /// Batches of the usual size that are read ahead of the writer: while one commit is written, the next one is decoded.
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
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { processors.signal() }
    let isReading = OwnThread.start { [self] in
      let ending = Swift.Result {
        var payloads = PayloadBatch()
        func start() {
          if !payloads.payloads.isEmpty { decode(Batch(payloads)) }
          payloads = PayloadBatch()
        }
        try read { payload in
          payloads.add(payload)
          if payloads.isFull { start() }
        }
        start()
      }
      underway.withLock { $0.ending = ending }
      arrived.signal()
    }
    guard isReading else { throw CommandFailure.noThread }
    // Whoever interrupts does not wait for what has been read ahead; it is read again another time.
    while !Interruption.isRequested, let batch = try next() {
      batch.group.wait()
      let arrivals = batch.arrivals.withLock { arrivals in
        defer { arrivals = [] }
        return arrivals
      }
      guard try write(Arrivals(all: arrivals, byteCount: batch.payloads.byteCount)) else { return }
      for _ in 0..<batch.share { room.signal() }
    }
  }

  private func decode(_ batch: Batch) {
    for _ in 0..<batch.share { room.wait() }
    processors.wait()
    batch.group.enter()
    let work: @Sendable () -> Void = { [self] in
      var preparer = preparer()
      var arrivals: [Arrival] = []
      arrivals.reserveCapacity(batch.payloads.payloads.count)
      for payload in batch.payloads.payloads {
        for outcome in decoder.events(in: payload) { arrivals.append(Arrival(outcome, &preparer)) }
      }
      batch.arrivals.withLock { $0 = arrivals }
      batch.group.leave()
      processors.signal()
    }
    // Without a thread to be had it is decoded on this one.
    if !OwnThread.start(work) { work() }
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
