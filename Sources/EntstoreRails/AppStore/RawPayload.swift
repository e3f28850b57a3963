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
    if beginning(in: payload[...], of: payload[...]) == nil { return [.inline(payload)] }
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
      if let (signed, end) = signedPieces(of: text, from: start, layers: layers) {
        if done < start { pieces.append(.inline(Array(text[done..<start]))) }
        pieces += signed
        done = end
      }
      place = max(done, start + 2)
    }
    if done < text.endIndex { pieces.append(.inline(Array(text[done...]))) }
    return pieces
  }

  /// Where a JWS may begin: base64url of `{"`, at the beginning of `text` or of a string in it.
  private static func beginning(in rest: ArraySlice<UInt8>, of text: ArraySlice<UInt8>) -> Int? {
    let (first, second) = (UInt8(ascii: "e"), UInt8(ascii: "y"))
    let bytes = unsafe text.span.bytes
    let end = rest.endIndex - text.startIndex
    var index = rest.startIndex - text.startIndex
    while index < end - 1 {
      // Eight places at a time, where there are nine bytes.
      if index + 9 <= end {
        let found = WordScan.pairs(
          unsafe bytes.uncheckedWord(at: index), first, unsafe bytes.uncheckedWord(at: index + 1), second)
        index += found.trailingZeroBitCount / 8
        if found == 0 { continue }
      }
      let place = text.startIndex + index
      if text[place] == first, text[place + 1] == second,
        index == 0 || text[place - 1] == UInt8(ascii: "\"")
      {
        return place
      }
      index += 1
    }
    return nil
  }

  /// Header, payload and signature, and where they end; `nil` if `text` is no compact JWS there.
  private static func signedPieces(
    of text: ArraySlice<UInt8>, from start: Int, layers: Int
  ) -> (pieces: [RawSegment], end: Int)? {
    let dot = UInt8(ascii: ".")
    guard let header = base64URLRun(in: text, from: start), header.end < text.endIndex,
      text[header.end] == dot,
      let payload = base64URLRun(in: text, from: header.end + 1), payload.end < text.endIndex,
      text[payload.end] == dot, let signature = base64URLRun(in: text, from: payload.end + 1)
    else { return nil }
    let pieces: [RawSegment] = [
      .base64url(headerPieces(header.bytes)), .inline([dot]),
      .base64url(self.pieces(of: payload.bytes[...], layers: layers - 1)), .inline([dot]),
      .base64url([.inline(signature.bytes)]),
    ]
    return (pieces, signature.end)
  }
}
