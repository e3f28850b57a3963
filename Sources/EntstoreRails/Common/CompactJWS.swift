/// A JSON Web Signature in its compact form, taken apart and not checked.
struct CompactJWS {
  /// The text as it came.
  let text: [UInt8]
  /// The signed content, decoded. Nobody has checked the signature.
  let payload: [UInt8]

  /// Takes `text` apart: three parts of base64url, the first a JSON header that names its certificates.
  init(_ text: [UInt8], field: String) throws(Refusal) {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw .malformedJWS(field: field, reason: .parts(parts.count))
    }
    guard let header = decodedBase64URL(parts[0]), !header.isEmpty else {
      throw .malformedJWS(field: field, reason: .base64(part: "header"))
    }
    guard let payload = decodedBase64URL(parts[1]), !payload.isEmpty else {
      throw .malformedJWS(field: field, reason: .base64(part: "payload"))
    }
    guard let signature = decodedBase64URL(parts[2]), !signature.isEmpty else {
      throw .malformedJWS(field: field, reason: .base64(part: "signature"))
    }
    guard let headerText = try? PayloadText(header), headerText.first == UInt8(ascii: "{"),
      let outline = try? JSONOutline(of: header, in: headerText.range, field: field)
    else { throw .malformedJWS(field: field, reason: .header) }
    guard let certificates = outline.value(of: "x5c", in: header),
      header[certificates.lowerBound] == UInt8(ascii: "[")
    else { throw .malformedJWS(field: field, reason: .noCertificates) }
    self.text = text
    self.payload = payload
  }

  /// The signed content as text, where it is a JSON object.
  func object(field: String) throws(Refusal) -> PayloadText {
    guard let object = try? PayloadText(payload), object.first == UInt8(ascii: "{") else {
      throw .malformedJWS(field: field, reason: .payload)
    }
    return object
  }
}
