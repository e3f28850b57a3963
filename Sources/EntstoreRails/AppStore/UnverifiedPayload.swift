/// Bytes that say they come from the App Store. Nobody has checked it.
///
/// A payload whose signature was checked is a type of its own, which only a verifier makes; there is no way
/// from this type to that one but through it.
public struct UnverifiedPayload: Hashable, Sendable {
  /// One line or one document, as it came.
  public let bytes: [UInt8]

  /// Takes `bytes` as they came.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }
}
