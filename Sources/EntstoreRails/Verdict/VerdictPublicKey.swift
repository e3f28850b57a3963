import EntstoreDigest
public import EntstoreModel

/// The public key that verdicts are checked with: Ed25519, by libcrypto. It is no secret.
///
/// Where there is no libcrypto, its ``rawRepresentation`` does: CryptoKit's `Curve25519.Signing.PublicKey` takes it as it is.
public struct VerdictPublicKey: Sendable {
  private let key: Ed25519Key
  /// The 32 bytes of the key.
  public let rawRepresentation: [UInt8]

  /// The key of these 32 bytes.
  public init(rawRepresentation: [UInt8]) throws(VerdictKeyError) {
    guard let key = Ed25519Key.publicKey(raw: rawRepresentation) else { throw .notAPublicKey }
    self.key = key
    self.rawRepresentation = rawRepresentation
  }

  /// The public key in a text of PEM.
  public init(pem: [UInt8]) throws(VerdictKeyError) {
    guard let raw = Ed25519Key.publicKey(pem: pem)?.rawPublicKey else { throw .notAPublicKey }
    try self.init(rawRepresentation: raw)
  }

  /// The key of 32 bytes in base64, padded or not.
  public init(base64: String) throws(VerdictKeyError) {
    guard let raw = decodedBase64(Array(base64.utf8)[...]) else { throw .notAPublicKey }
    try self.init(rawRepresentation: raw)
  }

  /// The 32 bytes in base64, padded.
  public var base64: String {
    String(decoding: CertificateText.encoded(rawRepresentation), as: UTF8.self)
  }

  /// The key in PEM.
  public func pem() throws(VerdictKeyError) -> [UInt8] {
    do {
      return try key.publicPEM()
    } catch {
      throw .refusedByLibrary(step: "write a key")
    }
  }

  /// What its verdicts call it: the thumbprint of RFC 7638, which any library for JWK works out alike.
  public var id: VerdictKeyID {
    let x = String(decoding: encodedBase64URL(rawRepresentation), as: UTF8.self)
    let key = Array(#"{"crv":"Ed25519","kty":"OKP","x":"\#(x)"}"#.utf8)
    let thumbprint = encodedBase64URL(SHA256.digest(of: key))
    return VerdictKeyID(stringLiteral: String(decoding: thumbprint, as: UTF8.self))
  }

  /// Whether `signature` is this key's over `message`: what `Verdict` is read with.
  public func isSigned(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
    key.verifies(signature, of: message)
  }
}
