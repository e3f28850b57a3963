import EntstoreModel
import EntstoreRails
import Testing

/// Notifications that say whose they are elsewhere than in `data`.
struct OtherHolderTests {
  private let summary = Sample(members: [
    ("environment", "\"Production\""), ("bundleId", "\"org.example.notes\""),
    ("productId", "\"notes.monthly\""), ("succeededCount", "5"),
  ])
  private let token = Sample(members: [
    ("externalPurchaseId", "\"b2158121\""), ("bundleId", "\"org.example.notes\""),
  ])
  private let appTransaction = Sample(members: [
    ("receiptType", "\"Production\""), ("bundleId", "\"org.example.notes\""),
    ("receiptCreationDate", "\(Sample.bought)"), ("originalApplicationVersion", "\"1\""),
  ])

  private func notification(_ name: String, _ holder: Sample) throws -> String {
    try Signed.text(Sample.notification.without("data").with(name, holder.text))
  }

  @Test func `a summary is taken for its app and environment`() throws {
    let verifier = try Signed.verifier()
    #expect(failure(try notification("summary", summary), verifier) == nil)
    let other = summary.with("bundleId", "\"org.example.other\"")
    #expect(
      failure(try notification("summary", other), verifier)
        == .otherApp(field: "summary.bundleId", found: "org.example.other"))
    #expect(
      failure(try notification("summary", summary.without("environment")), verifier)
        == .missing(field: "summary.environment"))
  }

  @Test func `an external purchase token tells its environment by how it begins`() throws {
    let verifier = try Signed.verifier()
    #expect(failure(try notification("externalPurchaseToken", token), verifier) == nil)
    let sandbox = token.with("externalPurchaseId", "\"SANDBOX_b2158121\"")
    #expect(
      failure(try notification("externalPurchaseToken", sandbox), verifier)
        == .otherEnvironment(
          field: "externalPurchaseToken.externalPurchaseId", found: "Sandbox", store: .production))
  }

  @Test func `an app transaction inside is verified too`() throws {
    let verifier = try Signed.verifier()
    let base = summary.without("succeededCount")
    func holder(_ part: Sample, _ fault: ForgeFault? = nil) throws -> Sample {
      base.with("signedAppTransactionInfo", quoted(try Signed.text(part, fault)))
    }
    let field = "appData.signedAppTransactionInfo"
    let text = try notification("appData", try holder(appTransaction))
    #expect(failure(text, verifier) == nil)
    #expect(try verifiedOutcomes(text, verifier).first?.get().provenance == .verified)
    #expect(
      failure(try notification("appData", try holder(appTransaction, .zeroSignature)), verifier)
        == .signature(field: field))
    #expect(
      failure(
        try notification(
          "appData", try holder(appTransaction.with("receiptType", "\"Xcode\""))), verifier)
        == .otherEnvironment(field: field + ".receiptType", found: "Xcode", store: .production))
    #expect(
      failure(try notification("appData", try holder(Sample.transaction)), verifier)
        == .wrongKind(field: field, found: .transaction, expected: .appTransaction))
    #expect(
      failure(try Signed.text(appTransaction), verifier)
        == .standsAlone(field: "", .appTransaction))
  }
}
