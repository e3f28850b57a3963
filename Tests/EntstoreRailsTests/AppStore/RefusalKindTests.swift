import EntstoreModel
import EntstoreRails
import Testing

@Suite struct RefusalKindTests {
  @Test(arguments: [
    (Refusal.empty, RefusalKind.malformed), (.malformedJSON(field: "", reason: ""), .malformed),
    (.malformedJWS(field: "", reason: .parts(2)), .malformed), (.missing(field: "signedDate"), .malformed),
    (.notSigned(field: ""), .unsigned), (.signatureNotVerified(field: ""), .notVerified),
    (.otherEnvironment(field: "", found: "Sandbox", store: .production), .wrongEnvironment),
    (.foreignEnvironment(field: "", found: "Xcode"), .wrongEnvironment),
    (.implausibleDate(field: "", value: "1"), .implausibleDate),
    (.unsupported(field: "", kind: .receipt), .other), (.unknownShape(field: "", found: ""), .other),
    (.notVerified(.signature(field: "")), .notVerified),
    (.notVerified(.untrustedRoot(field: "", digest: "")), .notVerified),
    (.notVerified(.otherApp(field: "", found: "x")), .wrongApp),
    (.notVerified(.otherAppAppleID(field: "", found: "1")), .wrongApp),
    (.notVerified(.otherEnvironment(field: "", found: "Xcode", store: .sandbox)), .wrongEnvironment),
    (.notVerified(.notSigned(field: "")), .unsigned),
    (.notVerified(.implausibleDate(field: "", value: "1")), .implausibleDate),
    (.notVerified(.malformed(field: "", reason: .header)), .malformed),
    (.notVerified(.unknownKind(field: "")), .other),
  ])
  func `a refusal is counted as its kind`(refusal: Refusal, kind: RefusalKind) {
    #expect(refusal.kind == kind)
  }
}
