import EntstoreModel

extension RawPayload {
  /// The JSON of a header, its certificates as shared pieces.
  ///
  /// They are taken where Apple writes them, as texts of base64 in `"x5c":[…]` without white space; anything else
  /// stays as it is, and is larger.
  static func pieces(ofHeader header: [UInt8]) -> [RawSegment] {
    guard var list = certificates(in: header) else { return [.inline(header)] }
    var pieces: [RawSegment] = []
    var done = header.startIndex
    while !list.isEmpty {
      let text = list[..<(list.place(of: UInt8(ascii: "\"")) ?? list.endIndex)]
      if text.count >= smallestCertificate, text.allSatisfy(isOfBase64) {
        pieces += [.inline(Array(header[done..<text.startIndex])), .shared(Array(text))]
        done = text.endIndex
      }
      list = list[text.endIndex...].dropFirst()
    }
    return pieces + [.inline(Array(header[done...]))]
  }

  /// What stands between the brackets of `"x5c":[…]`.
  private static func certificates(in header: [UInt8]) -> ArraySlice<UInt8>? {
    let name = Array(#""x5c":"#.utf8)
    var rest = header[...]
    while let bracket = rest.place(of: UInt8(ascii: "[")) {
      rest = header[(bracket + 1)...]
      if header[..<bracket].suffix(name.count) == name[...] {
        return rest.place(of: UInt8(ascii: "]")).map { rest[..<$0] }
      }
    }
    return nil
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
