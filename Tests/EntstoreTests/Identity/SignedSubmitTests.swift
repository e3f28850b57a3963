import Entstore
import EntstoreRails
import Testing

/// From what StoreKit hands to the app, signed, to who holds it.
struct SignedSubmitTests {
  /// An authority in Apple's place, and a backend that trusts it.
  private struct Backend {
    let authority: ForgeAuthority
    let verifier: AppStoreVerifier
    let rail = AppStoreRail(environment: .production)
    let bench: Bench

    init() throws {
      authority = try ForgeAuthority.make(validFrom: day(-100), validUntil: day(3_000))
      verifier = try AppStoreVerifier(
        environment: .production, apps: ["com.example.app"], roots: [authority.rootCertificate])
      bench = try Bench(now: day(0) + .seconds(9))
    }

    func signed(_ text: String) throws -> [UInt8] { try authority.jws(for: Array(text.utf8)) }

    func submit(_ jws: [UInt8], by subject: Subject) throws -> (Submission, [Entitlement]) {
      let drafts = try rail.events(in: UnverifiedPayload(jws), verifier: verifier).map { try $0.get() }
      let (submission, entitlements) = try bench.store.submit(drafts, by: subject)
      return (submission, entitlements)
    }
  }

  private func milliseconds(_ instant: Instant) -> Int64 { instant.epochMilliseconds }

  private func transaction(
    _ lineage: String = "2000", token: String? = nil, member: String? = nil, app: String = "com.example.app",
    environment: String = "Production"
  ) -> String {
    let ownership = member == nil ? "PURCHASED" : "FAMILY_SHARED"
    let named = token.map { #","appAccountToken":"\#($0)""# } ?? ""
    let shared = member.map { #","appTransactionId":"\#($0)""# } ?? ""
    return #"""
      {"originalTransactionId":"\#(lineage)","transactionId":"\#(lineage)","webOrderLineItemId":"5\#(lineage)",
      "bundleId":"\#(app)","environment":"\#(environment)","productId":"com.example.pro.monthly",
      "type":"Auto-Renewable Subscription","inAppOwnershipType":"\#(ownership)","purchaseDate":\#(milliseconds(day(0))),
      "expiresDate":\#(milliseconds(day(30))),"signedDate":\#(milliseconds(day(0)) + 5_000)\#(named)\#(shared)}
      """#
  }

  @Test func `the app posts its signed transaction, and the answer comes in the same call`() throws {
    let backend = try Backend()
    let token = try backend.bench.store.mintToken(for: "ana")
    let jws = try backend.signed(transaction(token: token.text.uppercased()))
    let (submission, entitlements) = try backend.submit(jws, by: "ana")
    #expect(submission.lineages.map(\.outcome) == [.bound])
    #expect(entitlements.map(\.lineage) == ["2000"])
    #expect(entitlements[0].segment.isEntitled)
    #expect(try backend.bench.log().map(\.draft.provenance) == [.local, .verified, .local])
    let everything = try backend.bench.everything()
    #expect(try backend.submit(jws, by: "ana").0.lineages.map(\.outcome) == [.held])
    #expect(try backend.bench.everything() == everything)
  }

  @Test func `the notification of what was submitted opens nothing more and moves nothing`() throws {
    let backend = try Backend()
    let text = transaction()
    _ = try backend.submit(backend.signed(text), by: "ana")
    let lineages = try backend.bench.derived("lineages")
    let inner = String(decoding: try backend.signed(text), as: UTF8.self)
    let notice = try backend.signed(
      #"""
      {"notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY","signedDate":\#(milliseconds(day(0)) + 6_000),
      "notificationUUID":"7d0c6a52-3b1f-4c55-9b0e-0f6a3c1d2e4f","data":{"bundleId":"com.example.app",
      "environment":"Production","status":1,"signedTransactionInfo":"\#(inner)"}}
      """#)
    let drafts = try backend.rail.events(in: UnverifiedPayload(notice), verifier: backend.verifier)
      .map { try $0.get() }
    #expect(try backend.bench.append(drafts).map(\.outcome) == [.applied])
    #expect(try backend.bench.derived("lineages") == lineages)
    #expect(try backend.bench.isEntitled("ana"))
    #expect(try backend.bench.file().entries("entitlements").count == 1)
  }

  @Test func `a stolen signed transaction gains nothing against a known token`() throws {
    let backend = try Backend()
    let token = try backend.bench.store.mintToken(for: "ana")
    let (submission, entitlements) = try backend.submit(
      backend.signed(transaction(token: token.text)), by: "thief")
    #expect(submission.lineages.map(\.outcome) == [.conflict(holder: "ana")])
    #expect(entitlements.isEmpty)
    #expect(try backend.bench.entitled(of: "ana", "thief") == ["ana"])
  }

  @Test func `a family share is known by its app transaction, from the store's own words`() throws {
    let backend = try Backend()
    let first = try backend.submit(backend.signed(transaction("2001", member: "705")), by: "ben").0
    #expect(first.lineages.map(\.outcome) == [.bound])
    let drafts = try backend.rail.events(
      in: UnverifiedPayload(backend.signed(transaction("2002", member: "705"))), verifier: backend.verifier
    ).map { try $0.get() }
    try backend.bench.append(drafts)
    #expect(try backend.bench.evidence("2002") == .familyMember)
    #expect(try backend.bench.owner("2002") == "ben")
  }

  @Test(arguments: [
    ("com.example.other", "Production"), ("com.example.app", "Sandbox"), ("com.example.app", "Xcode"),
  ])
  func `another app's or another environment's is refused before anything is written`(
    _ app: String, _ environment: String
  ) throws {
    let backend = try Backend()
    let everything = try backend.bench.everything()
    let jws = try backend.signed(transaction(app: app, environment: environment))
    #expect(throws: (any Error).self) { try backend.submit(jws, by: "ana") }
    #expect(try backend.bench.everything() == everything)
  }

  @Test func `what somebody has signed themselves is refused before anything is written`() throws {
    let backend = try Backend()
    let everything = try backend.bench.everything()
    let other = try ForgeAuthority.make(validFrom: day(-100), validUntil: day(3_000))
    let forged = try other.jws(for: Array(transaction().utf8))
    #expect(throws: (any Error).self) { try backend.submit(forged, by: "ana") }
    #expect(try backend.bench.everything() == everything)
  }
}
