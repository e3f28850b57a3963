public import EntstoreModel
import Synchronization

/// Checks that the App Store signed a payload, for one of the caller's apps and in one environment.
///
/// Certificates must have been valid when the payload was signed, so that what was genuine stays so.
/// Whether a certificate was revoked since is not asked: that needs the network. `denies` is the place for such
/// knowledge.
///
/// Safe to use from several threads at once; chains that were verified are remembered.
public final class AppStoreVerifier: Sendable {
  /// The environment whose payloads are taken; all others are refused, and none is tried after another.
  public let environment: StoreEnvironment
  /// The bundle ids whose payloads are taken.
  public let apps: Set<String>
  /// Apple's number of the app, where it is to be compared.
  public let appAppleID: Int64?
  let trust: RootTrust
  private let denies: (@Sendable (CertificateRole, _ serialNumber: String) -> Bool)?
  private let cache = Mutex(ChainCache())

  /// A verifier.
  ///
  /// - Parameters:
  ///   - apps: Bundle ids; at least one.
  ///   - appAppleID: Apple's number of the app. Notifications of the production environment must then
  ///     name it, and no other notification may name another.
  ///   - roots: Certificates to trust, each in DER or PEM. They replace Apple Root CA - G3, which is trusted
  ///     where there are none.
  ///   - denies: Whether a leaf or an intermediate is to be refused, by its serial number in lower-case
  ///     hexadecimal without leading zeros. Asked for every signature, from any thread.
  public init(
    environment: StoreEnvironment, apps: Set<String>, appAppleID: Int64? = nil, roots: [[UInt8]] = [],
    denies: (@Sendable (CertificateRole, _ serialNumber: String) -> Bool)? = nil
  ) throws(VerifierSetupError) {
    if apps.isEmpty { throw .noApps }
    self.environment = environment
    self.apps = apps
    self.appAppleID = appAppleID
    self.denies = denies
    var given: [Certificate] = []
    for (index, bytes) in roots.enumerated() {
      guard let root = Certificate(der: bytes) ?? PEM.certificate(in: bytes) else {
        throw .unreadableRoot(index: index)
      }
      if !root.isAuthority { throw .rootIsNoAuthority(index: index) }
      given.append(root)
    }
    trust = given.isEmpty ? .apple : .given(given)
  }

  /// What a signed text says, once its chain and signature are checked; of `kind`, where one is asked for.
  func signed(
    _ text: [UInt8], field: String, kind expected: SignedKind? = nil
  ) throws(VerificationError) -> SignedObject {
    let signed = try SignedText(text, field: field)
    let chain = try chain(of: signed)
    if let denies {
      for (number, role) in zip(chain.serialNumbers, CertificateRole.allCases)
      where denies(role, number) {
        throw .denied(field: field, role, serialNumber: number)
      }
    }
    guard let signature = RawSignature.der(ofRaw: signed.signature) else {
      throw .signatureLength(field: field, found: signed.signature.count)
    }
    guard chain.key.verifies(signature, of: signed.content) else { throw .signature(field: field) }
    let object = try signed.payloadObject()
    guard let kind = SignedKind(of: object) else { throw .unknownKind(field: field) }
    if let expected, kind != expected {
      throw .wrongKind(field: field, found: kind, expected: expected)
    }
    return SignedObject(text: text, object: object, kind: kind, chain: chain)
  }

  private func chain(of text: SignedText) throws(VerificationError) -> VerifiedChain {
    if let known = cache.withLock({ $0.chain(for: text.header) }) { return known }
    let chain = try VerifiedChain(text, trust: trust)
    cache.withLock { $0.keep(chain, for: text.header) }
    return chain
  }

  /// How many chains are remembered, how often one was found and how often not.
  package var cacheCounts: (held: Int, hits: Int, misses: Int) {
    cache.withLock { ($0.count, $0.hits, $0.misses) }
  }
}
