import EntstoreModel
import EntstoreRails
import Testing

struct AttackTests {
  @Test func `what the authority signs is taken by whoever trusts its root`() throws {
    let verifier = try Signed.verifier()
    #expect(failure(try Signed.text(Sample.transaction), verifier) == nil)
    #expect(failure(try Signed.notification(), verifier) == nil)
  }

  @Test func `nothing forged is trusted by default`() throws {
    let found = failure(try Signed.text(Sample.transaction), try Signed.verifier(roots: []))
    guard case .untrustedRoot(field: "", _) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
  }

  @Test(arguments: ForgeFault.allCases)
  func `a payload signed in a bad way is refused by the right check`(fault: ForgeFault) throws {
    let found = try #require(
      failure(try Signed.text(Sample.transaction, fault), try Signed.verifier()))
    #expect(isRightCheck(found, for: fault), "\(found)")
    #expect(!found.isRetryable)
  }

  @Test(arguments: ForgeFault.allCases)
  func `a bad part spoils a good notification`(fault: ForgeFault) throws {
    let part = try Signed.text(Sample.transaction, fault).replacing("\n", with: "\\n")
    let text = try Signed.notification(transaction: nil) {
      $0.with("signedTransactionInfo", quoted(part))
    }
    let found = try #require(failure(text, try Signed.verifier()))
    if fault != .hugeHeader { #expect("\(found)".contains("data.signedTransactionInfo"), "\(found)") }
  }

  private func isRightCheck(_ error: VerificationError, for fault: ForgeFault) -> Bool {
    switch (fault, error) {
    case (.expiredLeaf, .notValid(_, .leaf, _)), (.wrongOID, .missingMarker(_, .leaf)),
      (.noLeafOID, .missingMarker(_, .leaf)),
      (.noIntermediateOID, .missingMarker(_, .intermediate)),
      (.algorithmNone, .algorithm(_, "none")), (.algorithmHS256, .algorithm(_, "HS256")),
      (.algorithmES384, .algorithm(_, "ES384")),
      (.noCertificates, .malformed(_, .noCertificates)),
      (.oneCertificate, .certificateCount(_, 1)), (.twoCertificates, .certificateCount(_, 2)),
      (.fourCertificates, .certificateCount(_, 4)), (.outOfOrder, .untrustedRoot),
      (.hugeHeader, .tooLarge), (.selfMadeRoot, .untrustedRoot),
      (.foreignLeaf, .notIssuedByNext(_, .leaf)), (.leafAsAuthority, .authorityFlag(_, .intermediate)),
      (.derSignature, .signatureLength), (.zeroSignature, .signature), (.rOutOfRange, .signature),
      (.sOutOfRange, .signature), (.shortSignature, .signatureLength(_, 63)),
      (.trailingPart, .malformed(_, .parts(4))), (.padding, .malformed(_, .base64("payload"))),
      (.lineBreaks, .malformed(_, .base64("payload"))):
      true
    case (.duplicateHeaderKeys, .malformedJSON(_, "header", let reason)):
      reason.hasPrefix("'alg' stands twice in one object, at byte ")
    default: false
    }
  }

  @Test func `no flipped bit of any part is taken`() throws {
    let verifier = try Signed.verifier()
    let good = try Signed.authority.jws(for: Array(Sample.transaction.text.utf8))
    for position in good.indices {
      var bad = good
      bad[position] ^= 1 << UInt8(position % 8)
      #expect(throws: VerificationError.self, "byte \(position)") {
        try verifier.verify(UnverifiedPayload(bad))
      }
    }
  }

  @Test func `no shortened payload is taken`() throws {
    let verifier = try Signed.verifier()
    let good = try Signed.authority.jws(for: Array(Sample.transaction.text.utf8))
    for count in stride(from: 0, to: good.count, by: 7) {
      #expect(throws: VerificationError.self) {
        try verifier.verify(UnverifiedPayload(Array(good.prefix(count))))
      }
    }
  }

  @Test func `deep nesting is refused though it is signed`() throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let found = failure(try Signed.text(Sample.transaction.with("deep", deep)), try Signed.verifier())
    guard case .malformedJSON(field: "", part: "payload", _) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
  }

  @Test func `one signature does not fit another payload`() throws {
    let verifier = try Signed.verifier()
    let first = try Signed.text(Sample.transaction).split(separator: ".")
    let second = try Signed.text(Sample.transaction.with("transactionId", "\"72\"")).split(
      separator: ".")
    let mixed = [first[0], first[1], second[2]].joined(separator: ".")
    #expect(failure(mixed, verifier) == .signature(field: ""))
  }
}
