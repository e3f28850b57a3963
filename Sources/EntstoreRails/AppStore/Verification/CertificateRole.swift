/// The place of a certificate in the chain that signed a payload.
public enum CertificateRole: String, Hashable, Sendable, CaseIterable {
  /// The one whose key signs payloads.
  case leaf
  /// The one that issued the leaf.
  case intermediate
  /// The one that is trusted.
  case root

  /// Apple's extension that the certificate must have; `nil`: none.
  var marker: String? {
    switch self {
    case .leaf: "1.2.840.113635.100.6.11.1"
    case .intermediate: "1.2.840.113635.100.6.2.1"
    case .root: nil
    }
  }
}
