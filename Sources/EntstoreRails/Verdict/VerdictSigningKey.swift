import EntstoreModel

/// The private key that a store's owner signs verdicts with: Ed25519, by libcrypto.
///
/// Whoever has it can open everything to anybody, so it stays on the server. It signs nothing but verdicts: what is signed names
/// itself as one.
public struct VerdictSigningKey: Sendable {
  private let key: Ed25519Key
  /// What verdicts signed by this key are checked with.
  public let publicKey: VerdictPublicKey

  /// A new key, from the system's cryptographic random source.
  ///
  /// - Throws: ``VerdictKeyError/refusedByLibrary(step:)``.
  public static func make() throws(VerdictKeyError) -> VerdictSigningKey {
    guard let key = Ed25519Key.generate() else { throw .refusedByLibrary(step: "make a key") }
    return try VerdictSigningKey(key)
  }

  /// The private key in a text of PEM.
  ///
  /// - Throws: ``VerdictKeyError/notAPrivateKey``: encrypted, of another kind, or no key at all.
  public init(pem: [UInt8]) throws(VerdictKeyError) {
    guard let key = Ed25519Key.privateKey(pem: pem) else { throw .notAPrivateKey }
    try self.init(key)
  }

  private init(_ key: Ed25519Key) throws(VerdictKeyError) {
    self.key = key
    guard let raw = key.rawPublicKey else { throw .refusedByLibrary(step: "write a key") }
    publicKey = try VerdictPublicKey(rawRepresentation: raw)
  }

  /// The key as PKCS#8 in PEM, not encrypted: whoever writes it keeps others from reading it.
  public func pem() throws(VerdictKeyError) -> [UInt8] {
    do {
      return try key.privatePEM()
    } catch {
      throw .refusedByLibrary(step: "write a key")
    }
  }

  /// The text of `verdict`, signed by this key.
  ///
  /// - Throws: ``VerdictError/tooLong(byteCount:)``; ``VerdictKeyError/refusedByLibrary(step:)``.
  public func text(of verdict: Verdict) throws -> String {
    try verdict.signed(keyID: publicKey.id) { message in
      guard let signature = key.signature(of: message) else {
        throw VerdictKeyError.refusedByLibrary(step: "sign")
      }
      return signature
    }
  }
}

/// Why a key cannot be made, read or used.
public enum VerdictKeyError: Error, Hashable, Sendable {
  /// There is no Ed25519 private key in the PEM, or it is encrypted.
  case notAPrivateKey
  /// These are neither the PEM nor the base64 of an Ed25519 public key.
  case notAPublicKey
  /// libcrypto refused the named step; it is out of memory or has no such algorithm.
  case refusedByLibrary(step: String)
}

extension VerdictKeyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAPrivateKey: "no Ed25519 private key in PEM without a password"
    case .notAPublicKey: "no Ed25519 public key, neither in PEM nor as 32 bytes in base64"
    case .refusedByLibrary(let step): "libcrypto refused to \(step)"
    }
  }
}
