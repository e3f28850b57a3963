import Dispatch
import Entstore
import Synchronization

/// Reads, decodes and writes at once: payloads are decoded on the other core while the writer writes, in batches whose number
/// is bounded, so that memory does not grow with the input.
final class ImportPipeline {
  private let decoder: PayloadDecoder
  private let write: ([PayloadDecoder.Outcome]) throws -> Void
  private var batch: [Payload] = []
  private var batchBytes = 0
  private var underway: [Batch] = []
  private let queue = DispatchQueue(label: "entstore.import.decode", attributes: .concurrent)

  /// Payloads that are decoded together.
  private final class Batch: Sendable {
    let payloads: [Payload]
    let outcomes = Mutex<[PayloadDecoder.Outcome]>([])
    let group = DispatchGroup()

    init(_ payloads: [Payload]) {
      self.payloads = payloads
    }
  }

  /// Bytes of input that are decoded together.
  private static let batchSize = 2 << 20
  /// Batches that are read ahead of the writer.
  private static let lookahead = 4

  /// - Parameter write: Gets the events in the order of the input.
  init(decoder: PayloadDecoder, write: @escaping ([PayloadDecoder.Outcome]) throws -> Void) {
    self.decoder = decoder
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
    let next = Batch(batch)
    batch = []
    batchBytes = 0
    queue.async(group: next.group) { [decoder] in
      let outcomes = next.payloads.flatMap { decoder.events(in: $0) }
      next.outcomes.withLock { $0 = outcomes }
    }
    underway.append(next)
    if underway.count > Self.lookahead { try writeOldest() }
  }

  private func writeOldest() throws {
    let oldest = underway.removeFirst()
    oldest.group.wait()
    try write(oldest.outcomes.withLock { $0 })
  }
}
