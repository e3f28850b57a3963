import EntstoreCodec

/// The names of a person, looked for in what others have said. Letters are the same in either case.
struct PersonNames {
  private let words: [[Character]]
  private let quoted: [[UInt8]]

  init(_ names: [String]) {
    words = names.map { Array($0.lowercased()) }
    quoted = names.map { Array("\"\($0)\"".utf8) }
  }

  /// Whether one of the names stands in `text` as a word of its own: between what is neither a letter nor a digit, `-` or `_`.
  func areWords(in text: String) -> Bool {
    let text = Array(text.lowercased())
    return words.contains { word in
      guard text.count >= word.count else { return false }
      return (0...(text.count - word.count)).contains { start in
        let end = start + word.count
        return text[start..<end].elementsEqual(word) && (start == 0 || !text[start - 1].isOfWord)
          && (end == text.count || !text[end].isOfWord)
      }
    }
  }

  /// Whether a payload holds one of the names as a text of its own.
  func areQuoted(in raw: [EventRecord.Segment]) -> Bool {
    raw.contains { segment in
      switch segment {
      case .inline(let bytes): quoted.contains { bytes.contains($0) }
      case .shared: false
      case .base64url(let parts): areQuoted(in: parts)
      }
    }
  }
}

extension Character {
  fileprivate var isOfWord: Bool { isLetter || isNumber || self == "-" || self == "_" }
}

extension [UInt8] {
  /// Whether `text` stands anywhere in it, letters of ASCII in either case.
  fileprivate func contains(_ text: [UInt8]) -> Bool {
    guard count >= text.count else { return false }
    return (0...(count - text.count)).contains { start in
      text.indices.allSatisfy { self[start + $0].lowercasedASCII == text[$0].lowercasedASCII }
    }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
}
