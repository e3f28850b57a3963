/// The first bytes of an input, by which it is told whether it is text: as many as that takes, however they arrive.
struct FileBeginning {
  private var bytes: [UInt8] = []

  /// How much is looked at.
  private static let longest = 4_096

  mutating func add(_ more: ArraySlice<UInt8>) { bytes += more }

  /// Whether more would tell nothing else. A first line that begins as a payload is not kept waiting for others.
  var isEnough: Bool {
    bytes.count >= Self.longest
      || bytes.count >= 4 && beginsAsPayload
        && text.drop(while: isBlankOrBreak).contains(UInt8(ascii: "\n"))
  }

  /// What has come, without a byte order mark.
  var text: ArraySlice<UInt8> { bytes.dropFirst(bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0) }

  /// Why it is no text; `nil` where it may be.
  var refusal: String? {
    for (isSo, name) in [(isUTF32, "UTF-32"), (isUTF16, "UTF-16")] where isSo {
      return "the file is \(name); convert it to UTF-8 (iconv -f \(name) -t UTF-8)"
    }
    return isBinary ? "the file is binary, not text; decompress or export it first" : nil
  }

  private var isUTF32: Bool {
    bytes.starts(with: [0xff, 0xfe, 0, 0]) || bytes.starts(with: [0, 0, 0xfe, 0xff])
  }

  /// A byte order mark, and behind it a character of which one byte is zero.
  private var isUTF16: Bool {
    (bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]))
      && bytes.dropFirst(2).prefix(2).contains(0)
  }

  /// JSON, or a signed payload.
  private var beginsAsPayload: Bool {
    let start = text.drop(while: isBlankOrBreak)
    return ["{", "[", "\"", "eyJ"].contains { start.starts(with: $0.utf8) }
  }

  /// What does not begin as a payload and has control characters that are no white space, so many that they, and what is no UTF-8,
  /// are one in 32. Fewer are a slip in text, and the other lines may be whole; so they may behind what begins as a payload.
  private var isBinary: Bool {
    if beginsAsPayload { return false }
    let characters = String(decoding: bytes.prefix(Self.longest), as: UTF8.self).unicodeScalars
    let controls = characters.count { $0.value < 0x20 && !isBlankOrBreak(UInt8($0.value)) }
    let broken = characters.count { $0 == "\u{fffd}" }
    return controls > 0 && (controls + broken) * 32 > characters.count
  }
}

func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
}

func isBlankOrBreak(_ byte: UInt8) -> Bool {
  isBlank(byte) || byte == UInt8(ascii: "\n")
}
