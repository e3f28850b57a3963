/// One payload as it stood in the input, or why there is none.
struct Payload: Sendable {
  let file: String
  /// The line on which it begins, from 1.
  let line: Int
  let content: Content

  enum Content: Sendable {
    case bytes([UInt8])
    /// The reader itself refuses it: too large to hold, or not text.
    case refused(String)
  }

  /// More than any store sends: a longer one is refused, not held.
  static let largest = 16 << 20
}
