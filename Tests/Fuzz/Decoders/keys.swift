import EntstoreModel
import EntstoreRails

/// Bytes as each kind of file or text that holds a key or a certificate: PEM, DER, base64.
@Sendable func keys(_ input: [UInt8]) {
  do throws(VerdictKeyError) {
    try check(VerdictPublicKey(pem: input))
  } catch {
    precondition(!error.description.isEmpty)
  }
  if let key = try? VerdictPublicKey(base64: String(decoding: input, as: UTF8.self)) { check(key) }
  if let key = try? VerdictPublicKey(rawRepresentation: input) { check(key) }
  if let key = try? VerdictSigningKey(pem: input) {
    guard let again = try? VerdictSigningKey(pem: key.pem()) else {
      fatalError("a key that is written is none")
    }
    precondition(again.publicKey.id == key.publicKey.id, "another key is written")
  }
  if let authority = try? ForgeAuthority(pemFiles: { _ in input }) {
    precondition(!authority.rootCertificate.isEmpty)
  }
  do throws(VerifierSetupError) {
    _ = try AppStoreVerifier(environment: .sandbox, apps: ["com.example.app"], roots: [input])
  } catch {
    precondition(!"\(error)".isEmpty)
  }
}

/// A key that was read is written as the same key.
private func check(_ key: VerdictPublicKey) {
  guard let again = try? VerdictPublicKey(pem: key.pem()),
    let text = try? VerdictPublicKey(base64: key.base64)
  else {
    fatalError("a key that is written is none")
  }
  precondition(again.id == key.id && text.id == key.id, "another key is written")
  precondition(!key.isSigned([], [UInt8](repeating: 0, count: 64)), "a zero signature was taken")
}
