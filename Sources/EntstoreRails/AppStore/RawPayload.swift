import EntstoreModel

/// Cuts a payload into the pieces in which it is stored small.
///
/// A signed notification is text in three layers of base64, with one certificate chain three times in it. Here the
/// base64url of every compact JWS is taken off and its certificates become shared pieces; put together, the
/// pieces are the exact bytes again, because strict base64url has one spelling.
package struct RawPayload {
  /// The header that was cut last, as it was spelled: the next is nearly always the same.
  private var lastHeader: (text: ArraySlice<UInt8>, pieces: [RawSegment])?

  /// The pieces of `payload`. A payload with nothing signed in it, or spelled in a way that would not come back
  /// byte by byte, is one piece.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func segments(of payload: [UInt8]) -> [RawSegment] {
    var cutter = RawPayload()
    let pieces = cutter.pieces(of: payload[...], layers: RawSegment.maximumDepth)
    // A single piece is the payload itself, untouched.
    return pieces.count > 1 ? pieces : [.inline(payload)]
  }

  /// - Parameter layers: How many layers of base64url may still be taken off.
  private mutating func pieces(of text: ArraySlice<UInt8>, layers: Int) -> [RawSegment] {
    var pieces: [RawSegment] = []
    var done = text.startIndex
    var place = text.startIndex
    while layers > 0, let start = Self.beginning(in: text[place...], of: text) {
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
      while index &+ 9 <= end {
        let found = WordScan.pairs(
          unsafe bytes.uncheckedWord(at: index), first, unsafe bytes.uncheckedWord(at: index &+ 1), second)
        if found != 0 {
          index &+= found.trailingZeroBitCount / 8
          break
        }
        index &+= 8
      }
      if index >= end - 1 { break }
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
  private mutating func signedPieces(
    of text: ArraySlice<UInt8>, from start: Int, layers: Int
  ) -> (pieces: [RawSegment], end: Int)? {
    let dot = UInt8(ascii: ".")
    // No further than its string: what begins in many strings must not be looked for in all that follows each.
    let string = text[start..<(text[start...].place(of: UInt8(ascii: "\"")) ?? text.endIndex)]
    guard let headerEnd = string.place(of: dot), let header = headerPieces(string[..<headerEnd]),
      let payloadEnd = string[(headerEnd + 1)...].place(of: dot),
      let payload = decodedBase64URL(string[(headerEnd + 1)..<payloadEnd])
    else { return nil }
    let end = string[(payloadEnd + 1)...].firstIndex { !isBase64URL($0) } ?? string.endIndex
    guard let signature = decodedBase64URL(string[(payloadEnd + 1)..<end]) else { return nil }
    let pieces: [RawSegment] = [
      .base64url(header), .inline([dot]),
      .base64url(pieces(of: payload[...], layers: layers - 1)), .inline([dot]),
      .base64url([.inline(signature)]),
    ]
    return (pieces, end)
  }

  private mutating func headerPieces(_ text: ArraySlice<UInt8>) -> [RawSegment]? {
    if let last = lastHeader, unsafe text.span.bytes.isEqual(to: last.text.span.bytes) { return last.pieces }
    guard let header = decodedBase64URL(text) else { return nil }
    let pieces = Self.pieces(ofHeader: header)
    lastHeader = (text, pieces)
    return pieces
  }
}
