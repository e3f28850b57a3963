import EntstoreCodec

/// The names of a person, looked for in what others have said. Letters are the same in either case.
struct PersonNames {
  private let words: [[Character]]
  /// The names between quotation marks, and their bytes.
  private let quoted: [(text: [Character], bytes: [UInt8])]

  init(_ names: [String]) {
    words = names.map(folded)
    quoted = words.map { word in
      let text = ["\""] + word + ["\""]
      return (text, Array(String(text).utf8))
    }
  }

  /// Whether one of the names stands in `text` as a word of its own: between what is neither a letter nor a digit, `-` or `_`.
  func areWords(in text: String) -> Bool {
    let text = folded(text)
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
      case .inline(let bytes): areQuoted(in: bytes)
      case .shared: false
      case .base64url(let parts): areQuoted(in: parts)
      }
    }
  }

  private func areQuoted(in bytes: [UInt8]) -> Bool {
    // Nearly every payload is ASCII, and bytes are compared sooner than letters.
    if bytes.allSatisfy({ $0 < 0x80 }) { return quoted.contains { bytes.contains($0.bytes) } }
    let text = folded(String(decoding: bytes, as: UTF8.self))
    return quoted.contains { text.contains($0.text) }
  }
}

/// `text` without the difference of upper and lower case: ß and SS, ς and Σ, ı, İ and I are the same then.
private func folded(_ text: String) -> [Character] {
  text.uppercased().lowercased().map { $0 == "i\u{307}" ? "i" : $0 }
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
