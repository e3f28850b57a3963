/// The header of a forged JWS.
struct ForgedHeader {
  var algorithm = "ES256"
  /// In DER; `nil` leaves the member out.
  var certificates: [[UInt8]]?
  /// A member that stands before all others.
  var firstMember = ""

  /// The JSON in base64url.
  var encoded: [UInt8] {
    var json = "{" + firstMember + "\"alg\":\"\(algorithm)\""
    if let certificates {
      let list = certificates.map {
        "\"" + String(decoding: CertificateText.encoded($0), as: UTF8.self) + "\""
      }
      json += ",\"x5c\":[" + list.joined(separator: ",") + "]"
    }
    return encodedBase64URL(Array((json + "}").utf8))
  }
}
