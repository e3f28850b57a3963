/// A JSON Web Signature in its compact form: three parts, strictly spelled. Nobody has checked the signature.
struct SignedText {
  /// No notification that the App Store sends has more than a fifth of it.
  static let byteLimit = 131_072

  /// The text as it came.
  let text: [UInt8]
  /// The first part, as it is spelled.
  let header: ArraySlice<UInt8>
  /// What the signature is over: the first two parts and the dot between them.
  let content: ArraySlice<UInt8>
  /// The second part, as it is spelled.
  let payload: ArraySlice<UInt8>
  /// r‖s.
  let signature: [UInt8]
  let field: String

  init(_ text: [UInt8], field: String) throws(VerificationError) {
    guard text.count <= Self.byteLimit else {
      throw .tooLarge(field: field, byteCount: text.count, limit: Self.byteLimit)
    }
    guard let parts = JWSParts(text) else {
      throw .malformed(field: field, reason: .parts(JWSParts.count(in: text)))
    }
    guard let signature = decodedBase64URL(parts.signature) else {
      throw .malformed(field: field, reason: .base64(part: "signature"))
    }
    self.text = text
    self.field = field
    self.signature = signature
    header = parts.header
    payload = parts.payload
    content = text[..<parts.payload.endIndex]
  }

  /// The header's JSON.
  func headerObject() throws(VerificationError) -> JSONObject { try object(header, part: "header") }

  /// The payload's JSON. Asked for only once the signature is checked.
  func payloadObject() throws(VerificationError) -> JSONObject { try object(payload, part: "payload") }

  private func object(
    _ spelled: ArraySlice<UInt8>, part: String
  ) throws(VerificationError) -> JSONObject {
    guard let bytes = decodedBase64URL(spelled), !bytes.isEmpty else {
      throw .malformed(field: field, reason: .base64(part: part))
    }
    do throws(Refusal) {
      let root = try JSONDocument(try PayloadText(bytes), field: field).root
      if root.isObject { return JSONObject(value: root, path: field) }
    } catch {
      throw .malformedJSON(field: field, part: part, reason: error.reason)
    }
    throw .malformedJSON(field: field, part: part, reason: "an object is expected")
  }
}
