/// `text` in lines of at most `width` columns.
///
/// Breaks at spaces, and inside a word only if it is wider than a line. A newline in the text ends a line; a
/// line that begins with a space is an example and keeps its spaces.
///
/// - Precondition: `width` is positive.
func wrapped(_ text: String, width: Int) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
    paragraph.first == " " ? cut(paragraph, width: width) : filled(paragraph, width: width)
  }
}

/// `text` in lines of at most `width` columns, each behind `indent` spaces.
func indented(_ text: String, by indent: Int, width: Int) -> [String] {
  wrapped(text, width: max(1, width - indent)).map { line in
    line.isEmpty ? line : String(repeating: " ", count: indent) + line
  }
}

private func filled(_ paragraph: Substring, width: Int) -> [String] {
  var lines = [String]()
  var line = ""
  for word in paragraph.split(separator: " ") {
    if !line.isEmpty, columns(line) + 1 + columns(word) <= width {
      line += " " + word
      continue
    }
    if !line.isEmpty { lines.append(line) }
    let pieces = cut(word, width: width)
    lines += pieces.dropLast()
    line = pieces[pieces.count - 1]
  }
  return lines + [line]
}

/// `text` in pieces of at most `width` columns, however it reads; at least one piece.
private func cut(_ text: Substring, width: Int) -> [String] {
  var pieces = [String]()
  var piece = ""
  var used = 0
  for character in text {
    let wide = columns(character)
    if used + wide > width, !piece.isEmpty {
      pieces.append(piece)
      piece = ""
      used = 0
    }
    piece.append(character)
    used += wide
  }
  return pieces + [piece]
}
