/// Which key a verdict was signed with, for a reader that holds several. By convention the key's RFC 7638 thumbprint.
public typealias VerdictKeyID = Identifier<VerdictKeyKind>

public enum VerdictKeyKind: IdentifierKind { public static let name = "verdict key id" }

extension Verdict {
  /// The longest text of a verdict, in bytes.
  public static let maximumByteCount = 1 << 20

  /// The text of this verdict, signed: a compact JWS (RFC 7515) of the algorithm EdDSA (RFC 8037).
  ///
  /// - Parameters:
  ///   - keyID: Which key signs; it stands in the text.
  ///   - sign: Gets the bytes to be signed and returns the Ed25519 signature of them, 64 bytes.
  /// - Throws: What `sign` throws; ``VerdictError/tooLong(byteCount:)``: the subject has more keys than a text can hold.
  /// - Precondition: The signature has 64 bytes.
  public func signed(keyID: VerdictKeyID, by sign: ([UInt8]) throws -> [UInt8]) throws -> String {
    let header = encodedBase64URL(VerdictWriter.header(keyID: keyID))
    let message = header + [UInt8(ascii: ".")] + encodedBase64URL(VerdictWriter.content(self))
    let signature = try sign(message)
    precondition(
      signature.count == VerdictForm.signatureByteCount, "an Ed25519 signature has 64 bytes")
    let text = message + [UInt8(ascii: ".")] + encodedBase64URL(signature)
    guard text.count <= Self.maximumByteCount else {
      throw VerdictError.tooLong(byteCount: text.count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a signed text. The signature is checked first, over the bytes as they came.
  ///
  /// - Parameters:
  ///   - text: What ``signed(keyID:by:)`` made.
  ///   - subject: Whose verdict it must be: a genuine one of somebody else opens nothing. `nil`: whoever it speaks of.
  ///   - environment: The world that it must speak of.
  ///   - isSigned: Whether a signature of 64 bytes is, over the message, that of a key that is trusted. While keys are being
  ///     changed, try each.
  /// - Throws: ``VerdictError``: it is nothing to go by. What is held already goes on holding.
  /// - Complexity: O(*n*) for *n* bytes, of which there may be ``maximumByteCount``.
  public init(
    _ text: String, for subject: Subject?, in environment: StoreEnvironment = .production,
    isSigned: (_ message: [UInt8], _ signature: [UInt8]) -> Bool
  ) throws(VerdictError) {
    guard text.utf8.count <= Self.maximumByteCount else { throw .tooLong(byteCount: text.utf8.count) }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, let signature = decodedBase64URL(parts[2]),
      signature.count == VerdictForm.signatureByteCount
    else { throw .malformed }
    guard isSigned(Array(bytes[..<parts[1].endIndex]), signature) else { throw .notSigned }

    guard let header = decodedBase64URL(parts[0]), let content = decodedBase64URL(parts[1]) else {
      throw .malformed
    }
    try Self.check(header: header)
    try self.init(content: content)
    if let subject, subject != self.subject { throw .otherSubject(self.subject) }
    if environment != self.environment { throw .otherEnvironment(self.environment) }
  }

  private static func check(header: [UInt8]) throws(VerdictError) {
    var reader = CanonicalReader(header, part: .header)
    try reader.expect(#"{"alg":"EdDSA","kid":"#)
    _ = try reader.identifier(VerdictKeyID.self)
    try reader.expect(#","typ":"#)
    let name = try reader.text()
    try reader.expect("}")
    try reader.expectEnd()
    guard name.utf8.elementsEqual(VerdictForm.name.utf8) else { throw .unknownForm(name: name) }
  }
}
