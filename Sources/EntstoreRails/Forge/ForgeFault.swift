/// One way in which a forged payload is bad. The raw value names it on a command line.
package enum ForgeFault: String, CaseIterable, Sendable {
  /// The leaf certificate ended before the authority began.
  case expiredLeaf = "x5c-expired"
  /// The leaf carries another marker extension than Apple's.
  case wrongOID = "wrong-oid"
  /// The leaf carries no marker extension.
  case noLeafOID = "no-leaf-oid"
  /// The intermediate carries no marker extension.
  case noIntermediateOID = "no-intermediate-oid"
  /// The header says "none", and the signature is empty.
  case algorithmNone = "alg-none"
  /// The header says HS256, keyed with the leaf's public key.
  case algorithmHS256 = "alg-hs256"
  /// The header says ES384, and the digest is SHA-384.
  case algorithmES384 = "alg-es384"
  /// The header has no certificates.
  case noCertificates = "x5c-none"
  /// The header has the leaf alone.
  case oneCertificate = "x5c-1"
  /// The header leaves the root out.
  case twoCertificates = "x5c-2"
  /// The header has the root twice.
  case fourCertificates = "x5c-4"
  /// The intermediate and the root change places.
  case outOfOrder = "x5c-order"
  /// The header has a megabyte of certificates.
  case hugeHeader = "x5c-huge"
  /// The whole chain is somebody else's, under Apple's names.
  case selfMadeRoot = "self-made-root"
  /// The leaf comes from another intermediate of the same name.
  case foreignLeaf = "foreign-leaf"
  /// The leaf has issued another leaf, and stands in the intermediate's place.
  case leafAsAuthority = "leaf-as-ca"
  /// The signature is in DER.
  case derSignature = "signature-der"
  /// The signature is 64 zeros.
  case zeroSignature = "signature-zero"
  /// r is the order of the curve's group or more.
  case rOutOfRange = "signature-r-range"
  /// s is the order of the curve's group or more.
  case sOutOfRange = "signature-s-range"
  /// The signature lacks its last byte.
  case shortSignature = "signature-short"
  /// A fourth part follows.
  case trailingPart = "trailing-part"
  /// The parts are padded.
  case padding = "base64-padding"
  /// The parts are broken into lines.
  case lineBreaks = "base64-line-breaks"
  /// The header names its algorithm twice.
  case duplicateHeaderKeys = "duplicate-header-keys"
}
