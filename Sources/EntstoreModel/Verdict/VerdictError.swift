/// Why a text is no verdict for its reader.
public enum VerdictError: Error, Hashable, Sendable {
  /// It has more than ``Verdict/maximumByteCount`` bytes.
  case tooLong(byteCount: Int)
  /// It is not three parts in base64url with a signature of 64 bytes.
  case malformed
  /// It is not signed by whom the reader trusts, or was changed since.
  case notSigned
  /// It is signed, but as something else, or as a form that this version does not know. Update the reader.
  case unknownForm(name: String)
  /// It is signed, but not written as a verdict is: found at this byte of the decoded part.
  case notCanonical(part: Part, offset: Int)
  /// It is genuine and speaks of somebody else.
  case otherSubject(Subject)
  /// It is genuine and speaks of the other of a store's two worlds.
  case otherEnvironment(StoreEnvironment)
  /// It is genuine and was issued before the one that is held, at this instant.
  case older(issuedAt: Instant)

  /// A part of a verdict's text.
  public enum Part: Hashable, Sendable {
    /// Which key signed what kind of text.
    case header
    /// What the store said.
    case content
    /// What a holder had put before it: the highest instant seen.
    case mark
  }
}

extension VerdictError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let count): "a text of \(count) bytes; a verdict has at most \(Verdict.maximumByteCount)"
    case .malformed: "not the text of a verdict"
    case .notSigned: "not signed by the key that is trusted, or changed since"
    case .unknownForm(let name): "signed as \"\(name)\"; this version reads \"\(VerdictForm.name)\""
    case .notCanonical(.header, let offset): "not written as a verdict is, at byte \(offset) of its header"
    case .notCanonical(.content, let offset): "not written as a verdict is, at byte \(offset) of its content"
    case .notCanonical(.mark, let offset): "not written as a held verdict is, at byte \(offset)"
    case .otherSubject(let subject): "the verdict of another subject, \(subject)"
    case .otherEnvironment(.production): "a verdict of production"
    case .otherEnvironment(.sandbox): "a verdict of the sandbox"
    case .older(let issuedAt): "older than the one that is held: issued at \(issuedAt.epochMilliseconds)"
    }
  }
}
