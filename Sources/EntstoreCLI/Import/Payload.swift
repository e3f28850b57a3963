/// One payload as it stood in the input, or why there is none.
package struct Payload: Sendable {
  package let file: String
  /// The line on which it begins, from 1.
  package let line: Int
  /// Which element of an array it is, from 0; `nil` where it is none.
  package let element: Int?
  package let content: Content

  package init(file: String, line: Int, element: Int? = nil, content: Content) {
    self.file = file
    self.line = line
    self.element = element
    self.content = content
  }

  /// Where it stood, as what is said of it begins.
  var origin: InputPlace { InputPlace(file: file, line: line, element: element) }

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

/// A place in the input. Where an array stands on one line, the line alone would not say which element is meant.
struct InputPlace: Hashable, Sendable, CustomStringConvertible {
  let file: String
  let line: Int
  let element: Int?

  var description: String { "\(file):\(line):" + (element.map { " [\($0)]:" } ?? "") }
}
