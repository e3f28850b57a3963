/// What went wrong in a digest, a compression or the system's random source.
package enum DigestError: Error, Hashable, Sendable {
  /// libcrypto gave no random bytes; `code` is its own error code. Seldom lasting: try again.
  case noRandomness(code: UInt)
  /// The bytes are not one whole zstd frame. They are damaged, or were never compressed.
  case damagedFrame(reason: String)
  /// The frame holds more than `limit` bytes: damaged, or not of our making.
  case exceedsLimit(limit: Int)

  /// Whether the same call may succeed later.
  package var isRetryable: Bool {
    switch self {
    case .noRandomness: true
    case .damagedFrame, .exceedsLimit: false
    }
  }
}

extension DigestError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noRandomness(let code): "the system gave no random bytes (libcrypto error \(code))"
    case .damagedFrame(let reason): "the compressed bytes are damaged: \(reason)"
    case .exceedsLimit(let limit): "the compressed bytes hold more than \(limit) bytes"
    }
  }
}
