import EntstoreModel

extension RawPayload {
  /// The JSON of a header, its certificates as shared pieces.
  ///
  /// They are taken where Apple writes them, as texts of base64 in `"x5c":[…]` without white space; anything else
  /// stays as it is, and is larger.
  static func headerPieces(_ header: [UInt8]) -> [RawSegment] {
    let name = Array(#""x5c":["#.utf8)
    guard let list = header.firstRange(of: name)?.upperBound,
      let end = header[list...].firstIndex(of: UInt8(ascii: "]"))
    else { return [.inline(header)] }
    var pieces: [RawSegment] = []
    var done = header.startIndex
    for text in header[list..<end].split(separator: UInt8(ascii: "\""))
    where text.count >= smallestCertificate && text.allSatisfy(isOfBase64) {
      pieces += [.inline(Array(header[done..<text.startIndex])), .shared(Array(text))]
      done = text.endIndex
    }
    return pieces + [.inline(Array(header[done...]))]
  }

  /// No certificate is so short; what is shorter is not worth an entry of its own.
  private static let smallestCertificate = 256

  private static func isOfBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
