import EntstoreDigest

/// The roots that a verifier trusts.
enum RootTrust: Sendable {
  /// The certificate with this SHA-256, which travels with every payload.
  case digest([UInt8])
  /// These certificates, and nothing else.
  case given([Certificate])

  /// Apple Root CA - G3, by the SHA-256 of its certificate.
  static let apple = RootTrust.digest([
    0x63, 0x34, 0x3A, 0xBF, 0xB8, 0x9A, 0x6A, 0x03, 0xEB, 0xB5, 0x7E, 0x9B, 0x3F, 0x5F, 0xA7, 0xBE,
    0x7C, 0x4F, 0x5C, 0x75, 0x6F, 0x30, 0x17, 0xB3, 0xA8, 0xC4, 0x88, 0xC3, 0x65, 0x3E, 0x91, 0x79,
  ])

  /// The trusted certificate that a payload's root is; `nil` where it is none.
  ///
  /// A given root also stands for another certificate of its name and its key: authorities renew their
  /// certificates, and what is trusted is the key. What counts is then the given one.
  func root(for claimed: Certificate) -> Certificate? {
    switch self {
    case .digest(let digest): SHA256.digest(of: claimed.der) == digest ? claimed : nil
    case .given(let roots): roots.first { $0.isSameAuthority(as: claimed) }
    }
  }
}
