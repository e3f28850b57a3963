/// `text` with control characters, and what else cannot be seen, spelled out as `\u{1b}`.
///
/// What came from outside must neither move the cursor nor reverse the line it is shown in, nor look like something else.
package func visible(_ text: some StringProtocol) -> String {
  if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return String(text) }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.isHidden {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Unicode.Scalar {
  /// Whether it moves the cursor, turns the direction, or leaves nothing to see; but for what scripts and pictures are joined by.
  fileprivate var isHidden: Bool {
    switch value {
    case 0x200c, 0x200d, 0xfe0e, 0xfe0f: false
    case 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069, 0xfff9...0xfffb: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

/// `text` between quotation marks, with control characters made visible, and no more of it than a line holds: it came from
/// outside.
package func quoted(_ text: some StringProtocol) -> String {
  var start = ""
  start.unicodeScalars.append(contentsOf: text.unicodeScalars.prefix(longestQuotation))
  return "'\(visible(start))\(start.utf8.count < text.utf8.count ? "…" : "")'"
}

/// A name has at most so many bytes.
private let longestQuotation = 200
