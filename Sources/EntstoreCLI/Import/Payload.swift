/// One payload as it stood in the input, or why there is none.
package struct Payload: Sendable {
  package let file: String
  /// The line on which it begins, from 1.
  package let line: Int
  package let content: Content

  package enum Content: Hashable, Sendable {
    case bytes([UInt8])
    /// The reader itself refuses it: too large to hold, or not text.
    case refused(String)
  }

  /// More than any store sends: a longer one is refused, not held.
  package static let largest = 16 << 20
}
