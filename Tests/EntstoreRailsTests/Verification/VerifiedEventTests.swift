import EntstoreModel
import EntstoreRails
import Testing

struct VerifiedEventTests {
  @Test func `a verified notification states what a vouched one states`() throws {
    let text = try Signed.notification()
    var vouched = try draft(text)
    let verifier = try Signed.verifier()
    let verified = try #require(verifiedOutcomes(text, verifier).first).get()
    #expect(vouched.provenance == .vouched)
    vouched.provenance = .verified
    #expect(verified == vouched)
    #expect(verified.payload == Array(text.utf8))
  }

  @Test func `every wrapper of signed payloads is opened`() throws {
    let verifier = try Signed.verifier()
    let notification = quoted(try Signed.notification())
    let transaction = quoted(try Signed.text(Sample.transaction))
    let renewal = quoted(try Signed.text(Sample.renewal))
    let item = "{\"signedTransactionInfo\": \(transaction), \"signedRenewalInfo\": \(renewal)}"
    for (payload, count) in [
      (notification, 1), ("{\"signedPayload\": \(notification)}", 1),
      ("{\"notificationHistory\": [{\"signedPayload\": \(notification)}]}", 1),
      ("{\"signedTransactions\": [\(transaction), \(transaction)]}", 2),
      ("{\"signedTransactionInfo\": \(transaction)}", 1), (item, 1),
      ("{\"data\": [{\"lastTransactions\": [\(item)]}]}", 1), ("[\(notification), \(item)]", 2),
    ] {
      let found = verifiedOutcomes(payload, verifier)
      #expect(found.count == count)
      for outcome in found { #expect(try outcome.get().provenance == .verified) }
    }
  }

  @Test func `what is decoded already is refused and told how it would be taken`() throws {
    let verifier = try Signed.verifier()
    for payload in [
      Sample.transaction.text, Sample.notification.text,
      "{\"signedTransactionInfo\": \(Sample.transaction.text), \"status\": 1}",
    ] {
      guard case .failure(let refusal) = verifiedOutcomes(payload, verifier).first else {
        Issue.record("taken: \(payload)")
        continue
      }
      #expect(refusal.description.contains("vouch for it") && !refusal.description.contains("--"))
    }
  }

  @Test func `a refusal says which check failed, and where`() throws {
    let bad = quoted(try Signed.text(Sample.transaction, .foreignLeaf))
    let good = quoted(try Signed.text(Sample.transaction))
    let found = verifiedOutcomes(
      "{\"signedTransactions\": [\(bad), \(good)]}", try Signed.verifier())
    #expect(
      found.first
        == .failure(.notVerified(.notIssuedByNext(field: "signedTransactions[0]", .leaf))))
    #expect(throws: Never.self) { try found.last?.get() }
  }

  @Test func `nobody signs a status, so none is believed`() throws {
    let transaction = quoted(try Signed.text(Sample.transaction))
    let verifier = try Signed.verifier()
    let drafts = try ["1", "5"].map { status in
      let item = "{\"signedTransactionInfo\": \(transaction), \"status\": \(status)}"
      return try #require(verifiedOutcomes(item, verifier).first).get()
    }
    #expect(drafts.map(\.facts.first?.status) == [nil, nil])
    #expect(drafts[0].id == drafts[1].id)
  }

  @Test func `an old renewal info gets no newer clock from its transaction`() throws {
    let old = Sample.bought - 1_000
    let renewal = quoted(try Signed.text(Sample.renewal.with("signedDate", "\(old)")))
    let transaction = quoted(try Signed.text(Sample.transaction))
    let item = "{\"signedTransactionInfo\": \(transaction), \"signedRenewalInfo\": \(renewal)}"
    let verifier = try Signed.verifier()
    let draft = try #require(verifiedOutcomes(item, verifier).first).get()
    #expect(draft.signedAt == Instant(epochMilliseconds: old))
    #expect(
      draft.facts.first?.purchase?.clock == Instant(epochMilliseconds: Sample.bought + 5_000))
  }

  @Test func `parts of two lineages are not put together`() throws {
    let transaction = quoted(try Signed.text(Sample.transaction))
    let other = Sample.renewal.with("originalTransactionId", "\"80\"")
    let item =
      "{\"signedTransactionInfo\": \(transaction), \"signedRenewalInfo\": \(quoted(try Signed.text(other)))}"
    guard
      case .failure(.notVerified(.disagreement)) = verifiedOutcomes(
        item, try Signed.verifier()
      ).first
    else {
      Issue.record("taken")
      return
    }
  }

  @Test func `a payload replayed is the same event each time`() throws {
    let verifier = try Signed.verifier()
    let text = try Signed.text(Sample.transaction)
    let drafts = try (0..<100).map { _ in
      try #require(verifiedOutcomes(text, verifier).first).get()
    }
    #expect(Set(drafts).count == 1)
  }

  @Test func `a verified payload becomes its event without being read again`() throws {
    let text = try Signed.notification()
    let verifier = try Signed.verifier()
    let payload = try verifier.verify(UnverifiedPayload(Array(text.utf8)))
    #expect(payload.kind == .notification)
    #expect(payload.app == "org.example.notes")
    let event = try AppStoreRail(environment: .production).event(of: payload)
    #expect(event == (try verifiedOutcomes(text, verifier).first?.get()))
  }
}
