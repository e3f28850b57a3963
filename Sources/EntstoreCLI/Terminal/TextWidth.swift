/// How many columns of a terminal `text` takes.
func columns(_ text: some StringProtocol) -> Int {
  if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text.utf8.count }
  return text.reduce(0) { $0 + columns($1) }
}

/// How many columns one character takes: two for East Asian wide ones and pictures, none for bare marks.
func columns(_ character: Character) -> Int {
  guard let first = character.unicodeScalars.first else { return 0 }
  if first.isASCII { return 1 }
  if character.unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0.value == 0xfe0f }) {
    return 2
  }
  switch first.value {
  case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97c,
    0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6,
    0x20000...0x3fffd:
    return 2
  default:
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}

/// The longest beginning of `text` that takes at most `width` columns.
func beginning(of text: String, width: Int) -> String {
  var used = 0
  return String(
    text.prefix { character in
      used += columns(character)
      return used <= width
    })
}
