/// Payloads that are decoded together.
package struct PayloadBatch: Sendable {
  package private(set) var payloads: [Payload] = []
  package private(set) var byteCount = 0

  /// Bytes of input that are decoded together.
  private static let enoughBytes = 2 << 20
  /// What is made of a payload is more than its few bytes.
  private static let enoughPayloads = 4_096

  package init() {}

  package mutating func add(_ payload: Payload) {
    if case .bytes(let bytes) = payload.content { byteCount += bytes.count }
    payloads.append(payload)
  }

  package var isFull: Bool { byteCount >= Self.enoughBytes || payloads.count >= Self.enoughPayloads }

  /// For how many batches of the usual size it counts.
  package var share: Int { max(1, byteCount / Self.enoughBytes) }
}
