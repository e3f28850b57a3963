import EntstoreModel

/// Cuts a payload into the pieces in which it is stored small.
///
/// A signed notification is text in three layers of base64, with one certificate chain three times in it. Here the
/// base64url of every compact JWS is taken off and its certificates become shared pieces; put together, the
/// pieces are the exact bytes again.
package enum RawPayload {
  /// The pieces of `payload`. A payload with nothing signed in it, or spelled in a way that would not come back
  /// byte by byte, is one piece.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func segments(of payload: [UInt8]) -> [RawSegment] {
    let pieces = pieces(of: payload[...], layers: RawSegment.maximumDepth)
    // A single piece is the payload itself, untouched.
    return pieces.count > 1 && pieces.bytes == payload ? pieces : [.inline(payload)]
  }

  /// - Parameter layers: How many layers of base64url may still be taken off.
  private static func pieces(of text: ArraySlice<UInt8>, layers: Int) -> [RawSegment] {
    var pieces: [RawSegment] = []
    var done = text.startIndex
    var place = text.startIndex
    while layers > 0, let start = beginning(in: text[place...], of: text) {
      let end = text[start...].firstIndex { !isOfJWS($0) } ?? text.endIndex
      if let signed = signedPieces(of: text[start..<end], layers: layers) {
        if done < start { pieces.append(.inline(Array(text[done..<start]))) }
        pieces += signed
        done = end
      }
      place = end
    }
    if done < text.endIndex { pieces.append(.inline(Array(text[done...]))) }
    return pieces
  }

  /// Where a JWS may begin: base64url of `{"`, at the beginning of `text` or of a string in it.
  private static func beginning(in rest: ArraySlice<UInt8>, of text: ArraySlice<UInt8>) -> Int? {
    var index = rest.startIndex
    while index < rest.endIndex - 1 {
      if rest[index] == UInt8(ascii: "e"), rest[index + 1] == UInt8(ascii: "y"),
        index == text.startIndex || text[index - 1] == UInt8(ascii: "\"")
      {
        return index
      }
      index += 1
    }
    return nil
  }

  private static func isOfJWS(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Header, payload and signature; `nil` if `text` is no compact JWS.
  private static func signedPieces(of text: ArraySlice<UInt8>, layers: Int) -> [RawSegment]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = decodedBase64URL(parts[0]),
      let payload = decodedBase64URL(parts[1]), let signature = decodedBase64URL(parts[2])
    else { return nil }
    let dot = RawSegment.inline([UInt8(ascii: ".")])
    return [
      .base64url(headerPieces(header)), dot, .base64url(pieces(of: payload[...], layers: layers - 1)), dot,
      .base64url([.inline(signature)]),
    ]
  }
}
