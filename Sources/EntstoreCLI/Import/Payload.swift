/// One payload as it stood in the input, or why there is none.
package struct Payload: Sendable {
  package let file: String
  /// The line on which it begins, from 1.
  package let line: Int
  package let content: Content

  package init(file: String, line: Int, content: Content) {
    self.file = file
    self.line = line
    self.content = content
  }

  package enum Content: Hashable, Sendable {
    case bytes([UInt8])
    /// The reader itself refuses it: too large to hold, or not text.
    case refused(String)
  }

  /// More than any store sends: a longer one is refused, not held.
  package static let largest = 16 << 20
  /// A line of an export holds a payload as text, in which one byte can take six, and what it says besides.
  package static let largestLine = 128 << 20
}
