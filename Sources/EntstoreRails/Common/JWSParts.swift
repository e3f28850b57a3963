/// The three parts of a compact JWS, as they are spelled.
struct JWSParts {
  let header: ArraySlice<UInt8>
  let payload: ArraySlice<UInt8>
  let signature: ArraySlice<UInt8>

  /// Cuts `text` at its two dots; `nil` where there are not two.
  init?(_ text: [UInt8]) {
    let dot = UInt8(ascii: ".")
    guard let first = text[...].place(of: dot), let second = text[(first + 1)...].place(of: dot),
      text[(second + 1)...].place(of: dot) == nil
    else { return nil }
    header = text[..<first]
    payload = text[(first + 1)..<second]
    signature = text[(second + 1)...]
  }

  /// How many parts there are.
  static func count(in text: [UInt8]) -> Int { text.count { $0 == UInt8(ascii: ".") } + 1 }
}
