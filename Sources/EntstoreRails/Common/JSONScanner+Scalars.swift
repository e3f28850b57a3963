extension JSONScanner {
  /// `true`, `false` or `null`.
  mutating func literal(_ word: StaticString, _ kind: JSONDocument.Kind) throws(Refusal) {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount {
      let byte = try peek()
      guard unsafe byte == word.utf8Start[offset] else { throw fault("no JSON value") }
      position += 1
    }
    append(kind, start, position)
  }

  /// A number; anything else that may stand here was handled before.
  mutating func number() throws(Refusal) {
    let start = position
    skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits() }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "-")) { skip(UInt8(ascii: "+")) }
      try digits()
    }
    append(.number, start, position)
  }

  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard here == byte else { return false }
    position += 1
    return true
  }

  private mutating func digits() throws(Refusal) {
    let start = position
    while let byte = here, byte &- UInt8(ascii: "0") < 10 { position &+= 1 }
    if position == start { throw fault("no JSON value") }
  }

  /// A string, which may be the name of a member; stands on its opening quote before and after its closing one
  /// afterwards.
  mutating func string(isName: Bool = false) throws(Refusal) {
    position += 1
    let start = position
    var kind = JSONDocument.Kind.string
    while true {
      position = plainEnd(from: position)
      switch try peek() {
      case UInt8(ascii: "\""):
        append(kind, start, position, tag: isName ? tag(ofName: kind, start, position) : 0)
        position += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedString
        try escape()
      case 0..<0x20: throw fault("a control character stands in a string")
      default: position += 1
      }
    }
  }

  @inline(__always)
  private func tag(ofName kind: JSONDocument.Kind, _ start: Int, _ end: Int) -> UInt32 {
    if kind == .string { return NameTag.of(count: end - start) { bytes[start + $0] } }
    let name = Array(unescaped(bytes[start..<end]).utf8)
    return NameTag.of(count: name.count) { name[$0] }
  }

  /// Past what a string holds as it is, in steps of eight bytes and at the end a place before it.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int {
    let text = bytes.rawSpan
    var place = start
    while place &+ 8 <= end {
      let found = WordScan.notPlain(unsafe text.uncheckedWord(at: place))
      if found != 0 { return place + found.trailingZeroBitCount / 8 }
      place &+= 8
    }
    return place
  }

  private mutating func escape() throws(Refusal) {
    position += 1
    let byte = try peek()
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      let first = try codeUnit()
      if UTF16.isTrailSurrogate(first) { throw fault("half a character is escaped") }
      guard UTF16.isLeadSurrogate(first) else { return }
      guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")), UTF16.isTrailSurrogate(try codeUnit())
      else { throw fault("half a character is escaped") }
    default: throw fault("no such escape")
    }
  }

  private mutating func codeUnit() throws(Refusal) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(try peek())).hexDigitValue else {
        throw fault("no such escape")
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
