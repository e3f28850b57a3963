import EntstoreModel
import EntstoreRails
import Testing

struct PartTests {
  private let transactionField = "data.signedTransactionInfo"
  private let renewalField = "data.signedRenewalInfo"

  @Test func `a part of another app is refused`() throws {
    let text = try Signed.notification(
      transaction: Sample.transaction.with("bundleId", "\"org.example.other\""))
    // Even where the other app is the store's too.
    let verifier = try Signed.verifier(apps: ["org.example.notes", "org.example.other"])
    #expect(
      failure(text, verifier)
        == .disagreement(
          field: transactionField + ".bundleId", found: "org.example.other",
          expected: "org.example.notes"))
  }

  @Test func `a part of another environment is refused`() throws {
    let sandbox = quoted("Sandbox")
    let verifier = try Signed.verifier()
    #expect(
      failure(
        try Signed.notification(transaction: Sample.transaction.with("environment", sandbox)), verifier)
        == .otherEnvironment(
          field: transactionField + ".environment", found: "Sandbox", store: .production))
    #expect(
      failure(
        try Signed.notification(renewal: Sample.renewal.with("environment", sandbox)), verifier)
        == .otherEnvironment(
          field: renewalField + ".environment", found: "Sandbox", store: .production))
  }

  @Test func `a renewal info of another lineage is refused`() throws {
    let text = try Signed.notification(
      renewal: Sample.renewal.with("originalTransactionId", "\"80\""))
    #expect(
      failure(text, try Signed.verifier())
        == .disagreement(
          field: renewalField + ".originalTransactionId", found: "80", expected: "70"))
  }

  @Test func `parts that change places are refused`() throws {
    let text = try Signed.notification(transaction: Sample.renewal, renewal: Sample.transaction)
    #expect(
      failure(text, try Signed.verifier())
        == .wrongKind(field: transactionField, found: .renewalInfo, expected: .transaction))
    let twice = try Signed.notification(renewal: Sample.transaction)
    #expect(
      failure(twice, try Signed.verifier())
        == .wrongKind(field: renewalField, found: .transaction, expected: .renewalInfo))
  }

  @Test func `a part that is of several kinds is of none`() throws {
    let both = Sample.transaction.with("autoRenewStatus", "1")
    #expect(
      failure(try Signed.text(both), try Signed.verifier()) == .unknownKind(field: ""))
  }

  @Test func `an unsigned part of a signed notification is refused`() throws {
    let verifier = try Signed.verifier()
    let text = try Signed.notification(transaction: nil) {
      $0.with("signedTransactionInfo", Sample.transaction.text)
    }
    #expect(failure(text, verifier) == .notSigned(field: transactionField))
    let fake = try Signed.notification(transaction: nil) {
      $0.with("signedTransactionInfo", quoted(jws(Sample.transaction.text)))
    }
    #expect(failure(fake, verifier) == .certificateCount(field: transactionField, found: 1))
  }

  @Test func `a part is judged at its own date`() throws {
    let date = Sample.bought - 2 * Sample.month
    let text = try Signed.notification(
      renewal: Sample.renewal.with("signedDate", "\(date)"))
    #expect(
      failure(text, try Signed.verifier())
        == .notValid(field: renewalField, .leaf, at: Instant(epochMilliseconds: date)))
  }

  @Test func `a renewal info alone is refused`() throws {
    #expect(
      failure(try Signed.text(Sample.renewal), try Signed.verifier())
        == .standsAlone(field: "", .renewalInfo))
  }

  @Test func `a notification that names no app is refused`() throws {
    let text = try Signed.text(Sample.notification.without("data"))
    #expect(failure(text, try Signed.verifier()) == .missing(field: "data"))
    let two = try Signed.text(
      Sample.notification.with("data", Sample.data.without("signedTransactionInfo").text).with(
        "summary", "{}"))
    #expect(failure(two, try Signed.verifier()) == .unknownKind(field: ""))
  }
}
