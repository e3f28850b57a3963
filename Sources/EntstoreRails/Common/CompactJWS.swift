/// A JSON Web Signature in its compact form, taken apart and not checked.
struct CompactJWS {
  /// The text as it came.
  let text: [UInt8]
  /// The signed content, decoded. Nobody has checked the signature.
  let payload: [UInt8]
  /// The path of the text in its payload.
  let field: String

  /// Takes `text` apart: three parts of base64url, the first a JSON header that names its certificates.
  init(_ text: [UInt8], field: String) throws(Refusal) {
    guard let parts = JWSParts(text) else {
      throw .malformedJWS(field: field, reason: .parts(JWSParts.count(in: text)))
    }
    let header = try Self.decoded(parts.header, "header", field)
    self.payload = try Self.decoded(parts.payload, "payload", field)
    _ = try Self.decoded(parts.signature, "signature", field)
    self.text = text
    self.field = field
    let content: JSONValue
    do throws(Refusal) {
      content = try Self.object(header, field)
    } catch .malformedJSON(_, let reason) {
      throw .malformedJSON(field: field, reason: "in its header, \(reason)")
    } catch {
      throw .malformedJWS(field: field, reason: .header)
    }
    guard let certificates = content["x5c"], certificates.isArray else {
      throw .malformedJWS(field: field, reason: .noCertificates)
    }
  }

  /// The signed content, which must be a JSON object.
  func object() throws(Refusal) -> JSONObject {
    JSONObject(value: try Self.object(payload, field), path: field)
  }

  private static func object(_ bytes: [UInt8], _ field: String) throws(Refusal) -> JSONValue {
    guard let text = try? PayloadText(bytes), text.first == UInt8(ascii: "{") else {
      throw .malformedJWS(field: field, reason: .payload)
    }
    return try JSONDocument(text, field: field).root
  }

  private static func decoded(
    _ part: ArraySlice<UInt8>, _ name: String, _ field: String
  ) throws(Refusal) -> [UInt8] {
    guard let bytes = decodedBase64URL(part), !bytes.isEmpty else {
      throw .malformedJWS(field: field, reason: .base64(part: name))
    }
    return bytes
  }
}
