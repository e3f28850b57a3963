import EntstoreModel
import EntstoreRails
import Testing

@Suite struct RefusalTests {
  @Test func `what is not vouched for is refused, signed or not`() {
    let signed = refusal(jws(Sample.notification.text), vouched: false)
    #expect(signed == .signatureNotVerified(field: ""))
    #expect(signed?.description.contains("nothing was given to verify it with") == true)
    let unsigned = refusal(Sample.notification.text, vouched: false)
    #expect(unsigned == .notSigned(field: ""))
    #expect(unsigned?.description.contains("vouch for it") == true)
    // A library has no options; a tool adds its own.
    #expect([signed, unsigned].allSatisfy { $0?.description.contains("--") == false })
    let half = Sample.data.with("signedTransactionInfo", quoted(jws(Sample.transaction.text)))
    #expect(
      refusal(Sample.notification.with("data", half.text).text, vouched: false) == .notSigned(field: ""))
    #expect(signed?.isRetryable == false)
  }

  @Test func `a JWS has exactly three parts of base64url and a header with certificates`() {
    let good = jws(Sample.notification.text)
    let parts = good.split(separator: ".").map(String.init)
    let bad: [(String, JWSFault)] = [
      (parts[0], .parts(1)), (parts[0] + "." + parts[1], .parts(2)), (good + ".AAAA", .parts(4)),
      (parts[0] + "." + parts[1] + ".", .base64(part: "signature")),
      (parts[0] + ".." + parts[2], .base64(part: "payload")),
      (parts[0] + "=." + parts[1] + "." + parts[2], .base64(part: "header")),
      (parts[0] + ".a+b/." + parts[2], .base64(part: "payload")),
      (parts[0] + ".abcde." + parts[2], .base64(part: "payload")),
      (jws(Sample.notification.text, header: "[1]"), .header),
      (jws(Sample.notification.text, header: "{\"alg\":\"ES256\"}"), .noCertificates),
      (jws("plain text"), .payload), (jws("[1]"), .payload),
    ]
    for (text, fault) in bad {
      #expect(
        refusal("{\"signedPayload\": \"\(text)\"}") == .malformedJWS(field: "signedPayload", reason: fault))
    }
  }

  @Test func `what can be no event is refused by name`() {
    #expect(refusal(jws(Sample.renewal.text)) == .unsupported(field: "", kind: .renewalInfo))
    #expect(
      refusal("{\"signedRenewalInfo\": \"\(jws(Sample.renewal.text))\"}")
        == .unsupported(field: "", kind: .renewalInfo))
    let receipt = base64URL(Array("{\n\"purchase-info\" = \"abc\";\n}".utf8))
      .replacing("-", with: "+").replacing("_", with: "/")
    #expect(refusal(receipt) == .unsupported(field: "", kind: .receipt))
    #expect(refusal("{\"receipt-data\": \"MIIT\"}") == .unsupported(field: "", kind: .receipt))
    #expect(
      refusal("{\"notification_type\": \"DID_RENEW\"}")
        == .unsupported(field: "", kind: .notificationVersion1))
    #expect(
      refusal(jws("{\"receiptType\": \"Production\", \"bundleId\": \"b\"}"))
        == .unsupported(field: "", kind: .appTransaction))
    #expect(
      refusal("hello")
        == .unknownShape(field: "", found: "neither a JSON object or array nor a signed payload"))
  }

  @Test(arguments: ["Sandbox", "Xcode", "LocalTesting", "Moon"])
  func `another environment is refused wherever it is named`(name: String) {
    let environment = quoted(name)
    let places = [
      Sample.notification { $0.with("environment", environment) },
      Sample.notification(transaction: Sample.transaction.with("environment", environment)),
      Sample.notification(renewal: Sample.renewal.with("environment", environment)),
      Sample.transaction.with("environment", environment),
      Sample.notification.without("data").with("summary", "{\"environment\": \(environment)}"),
      Sample.notification.without("data").with("appData", "{\"environment\": \(environment)}"),
      Sample.notification.without("data").with(
        "appData", "{\"signedAppTransactionInfo\": {\"receiptType\": \(environment)}}"),
    ]
    for sample in places {
      switch refusal(sample.text) {
      case .otherEnvironment(_, "Sandbox", .production): #expect(name == "Sandbox")
      case .foreignEnvironment(_, let found): #expect(found == name && name != "Sandbox")
      case let other: Issue.record("\(String(describing: other))")
      }
    }
    #expect(refusal(Sample.transaction.with("environment", quoted("Xcode")).text, .sandbox) != nil)
  }

  @Test func `an external purchase token tells its environment by how it begins`() throws {
    let sample = Sample.notification.without("data")
    let sandbox = sample.with("externalPurchaseToken", "{\"externalPurchaseId\": \"SANDBOX_1\"}").text
    #expect(try draft(sandbox, .sandbox).environment == .sandbox)
    #expect(
      refusal(sandbox)?.description.hasPrefix("Sandbox event in a production store") == true)
    let real = sample.with("externalPurchaseToken", "{\"externalPurchaseId\": \"b21\"}").text
    #expect(try draft(real).facts.isEmpty)
  }

  @Test func `what names no environment is taken on the caller's word`() throws {
    let bare = Sample.notification.with("data", "{\"bundleId\": \"org.example.notes\"}")
      .with("notificationType", "\"TEST\"").text
    #expect(try draft(bare, .sandbox).environment == .sandbox)
    #expect(try draft(bare).environment == .production)
  }

  @Test(arguments: ["purchaseDate", "expiresDate", "revocationDate", "signedDate"])
  func `a transaction's date in seconds, beyond 2400 or no number is refused by name and value`(
    field: String
  ) {
    for value in ["1767225600", "13569465600000", "-5", "0"] {
      let sample = Sample.notification(transaction: Sample.transaction.with(field, value))
      #expect(
        refusal(sample.text)
          == .implausibleDate(field: "data.signedTransactionInfo." + field, value: value))
    }
    for value in ["\"soon\"", "1e300", "true", "\"2026-01-01T00:00:00Z\""] {
      let sample = Sample.notification(transaction: Sample.transaction.with(field, value))
      guard case .implausibleDate = refusal(sample.text) else {
        Issue.record("\(field) \(value)")
        continue
      }
    }
  }

  @Test(arguments: ["renewalDate", "gracePeriodExpiresDate", "signedDate"])
  func `a renewal info's date in seconds is refused by name and value`(field: String) {
    let sample = Sample.notification(renewal: Sample.renewal.with(field, "1767225600"))
    let found = refusal(sample.text)
    #expect(
      found == .implausibleDate(field: "data.signedRenewalInfo." + field, value: "1767225600"))
    #expect(found?.description.contains("that is seconds; dates are milliseconds") == true)
  }

  @Test func `what cannot be placed is refused by the name of what is missing`() {
    for (name, field) in [
      ("originalTransactionId", "originalTransactionId"), ("productId", "productId"),
      ("purchaseDate", "purchaseDate"), ("signedDate", "signedDate"),
    ] {
      for sample in [
        Sample.transaction.without(name), Sample.transaction.with(name, "null"),
        Sample.transaction.with(name, "\"\""),
      ] {
        #expect(refusal(sample.text) == .missing(field: field))
      }
    }
    #expect(refusal(Sample.notification.without("signedDate").text) == .missing(field: "signedDate"))
  }

  @Test func `parts that contradict each other are refused by the name of the field`() {
    let app = Sample.notification(transaction: Sample.transaction.with("bundleId", "\"other\""))
    #expect(
      refusal(app.text)
        == .disagreement(
          field: "data.signedTransactionInfo.bundleId", found: "other", expected: "org.example.notes"))
    let pair = Sample(members: [
      ("signedTransactionInfo", Sample.transaction.text),
      ("signedRenewalInfo", Sample.renewal.with("originalTransactionId", "\"44\"").text),
    ])
    #expect(
      refusal(pair.text)
        == .disagreement(
          field: "signedRenewalInfo.originalTransactionId", found: "44", expected: "70"))
  }

  @Test func `what a response says of all its parts must hold for each`() {
    let list = "\"signedTransactions\": [\(Sample.transaction.text)]"
    #expect(
      refusal("{\"environment\": \"Sandbox\", \(list)}")
        == .otherEnvironment(field: "environment", found: "Sandbox", store: .production))
    #expect(
      refusal("{\"bundleId\": \"other\", \(list)}")
        == .disagreement(
          field: "signedTransactions[0].bundleId", found: "org.example.notes", expected: "other"))
  }

  @Test func `a token that cannot be kept is refused, because it says whose purchase this is`() {
    let field = "appAccountToken"
    let long = String(repeating: "é", count: 101)
    #expect(
      refusal(Sample.transaction.with(field, quoted(long)).text)
        == .unusableIdentifier(field: field, reason: .length(kind: "account token", byteCount: 202)))
    #expect(
      refusal(Sample.transaction.with(field, "\"a\\u0000b\"").text)
        == .unusableIdentifier(field: field, reason: .containsNUL(kind: "account token")))
    #expect(
      refusal(Sample.transaction.with(field, "{}").text)
        == .malformedJSON(field: field, reason: "a text is expected"))
  }

  @Test func `an app that cannot be kept is refused as any name is`() {
    for (name, reason) in [
      ("a\\u0000b", .containsNUL(kind: "app")),
      (String(repeating: "x", count: 201), .length(kind: "app", byteCount: 201)),
    ] as [(String, IdentifierError)] {
      #expect(
        refusal(Sample.transaction.with("bundleId", "\"\(name)\"").text)
          == .unusableIdentifier(field: "bundleId", reason: reason))
    }
  }

  @Test func `a sentence quotes little of what others wrote, and nothing that moves a cursor`() {
    let sample = Sample.transaction.with(
      "environment", "\"\\u001b[2J" + String(repeating: "x", count: 5_000) + "\"")
    let sentence = refusal(sample.text)?.description ?? ""
    #expect(sentence.count < 250)
    #expect(!sentence.unicodeScalars.contains("\u{1b}"))
  }
}
