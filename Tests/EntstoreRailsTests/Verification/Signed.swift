import EntstoreModel
import EntstoreRails

/// Payloads that a development authority signed, and a verifier that trusts it.
enum Signed {
  static let authority = make()

  static func make() -> ForgeAuthority {
    do throws(ForgeError) {
      return try ForgeAuthority.make(
        validFrom: Instant(epochMilliseconds: Sample.bought - Sample.month),
        validUntil: Instant(epochMilliseconds: Sample.bought + 12 * Sample.month))
    } catch { fatalError("\(error)") }
  }

  static func verifier(
    _ environment: StoreEnvironment = .production, apps: Set<String> = ["org.example.notes"],
    appAppleID: Int64? = nil, roots: [[UInt8]] = [authority.rootCertificate],
    denies: (@Sendable (CertificateRole, String) -> Bool)? = nil
  ) throws -> AppStoreVerifier {
    try AppStoreVerifier(
      environment: environment, apps: apps, appAppleID: appAppleID, roots: roots, denies: denies)
  }

  static func text(_ sample: Sample, _ fault: ForgeFault? = nil) throws -> String {
    String(decoding: try authority.jws(for: Array(sample.text.utf8), fault: fault), as: UTF8.self)
  }

  /// A signed notification with signed parts, each of which can be changed, and an unsigned `data`.
  static func notification(
    transaction: Sample? = Sample.transaction, renewal: Sample? = Sample.renewal,
    data change: (Sample) -> Sample = { $0 }
  ) throws -> String {
    var data = Sample.data.without("signedTransactionInfo").without("signedRenewalInfo")
    if let transaction { data = data.with("signedTransactionInfo", quoted(try text(transaction))) }
    if let renewal { data = data.with("signedRenewalInfo", quoted(try text(renewal))) }
    return try text(Sample.notification.with("data", change(data).text))
  }
}

/// The check that a signed text does not pass; `nil` if it passes all.
func failure(_ text: String, _ verifier: AppStoreVerifier) -> VerificationError? {
  do throws(VerificationError) {
    _ = try verifier.verify(UnverifiedPayload(Array(text.utf8)))
    return nil
  } catch { return error }
}

/// What the rail makes of a payload.
func verifiedOutcomes(
  _ payload: String, _ verifier: AppStoreVerifier
) -> [Result<EventDraft, Refusal>] {
  AppStoreRail(environment: verifier.environment)
    .events(in: UnverifiedPayload(Array(payload.utf8)), verifier: verifier)
}
