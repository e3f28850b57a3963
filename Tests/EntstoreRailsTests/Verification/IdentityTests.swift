import EntstoreModel
import EntstoreRails
import Testing

struct IdentityTests {
  private let xcode = Sample.transaction.with("environment", "\"Xcode\"")
  private let foreign = Sample.transaction.with("bundleId", "\"org.example.other\"")

  @Test func `another app is refused by its bundle id`() throws {
    let verifier = try Signed.verifier()
    #expect(
      failure(try Signed.text(foreign), verifier)
        == .otherApp(field: "bundleId", found: "org.example.other"))
    #expect(
      "\(VerificationError.otherApp(field: "bundleId", found: "x"))"
        == "bundleId is x, which is not among the store's apps; add it if it is yours")
    let text = try Signed.notification { $0.with("bundleId", "\"org.example.other\"") }
    #expect(
      failure(text, verifier) == .otherApp(field: "data.bundleId", found: "org.example.other"))
    #expect(
      failure(try Signed.text(Sample.transaction.without("bundleId")), verifier)
        == .missing(field: "bundleId"))
  }

  @Test func `each of several apps is taken`() throws {
    let verifier = try Signed.verifier(apps: ["org.example.notes", "org.example.other"])
    #expect(failure(try Signed.text(foreign), verifier) == nil)
    #expect(failure(try Signed.text(Sample.transaction), verifier) == nil)
  }

  @Test func `the environment must be the store's`() throws {
    let found = failure(try Signed.text(Sample.transaction), try Signed.verifier(.sandbox))
    #expect(
      found == .otherEnvironment(field: "environment", found: "Production", store: .sandbox))
    for environment in [StoreEnvironment.production, .sandbox] {
      for name in ["Xcode", "LocalTesting", "production", "Nonsense"] {
        let text = try Signed.text(Sample.transaction.with("environment", quoted(name)))
        #expect(
          failure(text, try Signed.verifier(environment))
            == .otherEnvironment(field: "environment", found: name, store: environment))
      }
    }
    #expect(
      failure(try Signed.text(Sample.transaction.without("environment")), try Signed.verifier())
        == .missing(field: "environment"))
  }

  @Test func `the app's number is compared where it is known`() throws {
    let verifier = try Signed.verifier(appAppleID: 7)
    let right = try Signed.notification { $0.with("appAppleId", "7") }
    let wrong = try Signed.notification { $0.with("appAppleId", "8") }
    #expect(failure(right, verifier) == nil)
    #expect(
      failure(wrong, verifier) == .otherAppAppleID(field: "data.appAppleId", found: "8"))
    #expect(failure(try Signed.notification(), verifier) == .missing(field: "data.appAppleId"))
    #expect(failure(wrong, try Signed.verifier()) == nil)
  }

  @Test func `certificates are judged at the payload's own date`() throws {
    let verifier = try Signed.verifier()
    for date in [Sample.bought - 2 * Sample.month, Sample.bought + 13 * Sample.month] {
      let text = try Signed.text(Sample.transaction.with("signedDate", "\(date)"))
      #expect(
        failure(text, verifier)
          == .notValid(field: "", .leaf, at: Instant(epochMilliseconds: date)))
    }
    let first = Sample.bought - Sample.month
    #expect(
      failure(try Signed.text(Sample.transaction.with("signedDate", "\(first)")), verifier) == nil)
  }

  @Test func `without a date nothing is taken`() throws {
    let verifier = try Signed.verifier()
    #expect(
      failure(try Signed.text(Sample.transaction.without("signedDate")), verifier)
        == .missing(field: "signedDate"))
    #expect(
      failure(try Signed.text(Sample.transaction.with("signedDate", "1767225600")), verifier)
        == .implausibleDate(field: "signedDate", value: "1767225600"))
  }

  @Test(arguments: [CertificateRole.leaf, .intermediate])
  func `a denied certificate is refused, remembered or not`(role: CertificateRole) throws {
    let verifier = try Signed.verifier(denies: { found, _ in found == role })
    for _ in 0..<2 {
      guard
        case .denied(field: "", role, let number) = failure(
          try Signed.text(Sample.transaction), verifier)
      else {
        Issue.record("taken")
        return
      }
      #expect(!number.isEmpty && number.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }
  }

  @Test func `a verifier needs an app and readable roots`() throws {
    #expect(throws: VerifierSetupError.noApps) { try Signed.verifier(apps: []) }
    #expect(throws: VerifierSetupError.unreadableRoot(index: 1)) {
      try Signed.verifier(roots: [Signed.authority.rootCertificate, [1, 2, 3]])
    }
    #expect(throws: VerifierSetupError.rootIsNoAuthority(index: 0)) {
      try Signed.verifier(roots: [Signed.authority.leafCertificate])
    }
  }

  @Test func `a root is read from PEM as from DER`() throws {
    let files = try Signed.authority.pemFiles()
    let pem = try #require(files.first { $0.name == "root.pem" }?.pem)
    #expect(failure(try Signed.text(Sample.transaction), try Signed.verifier(roots: [pem])) == nil)
  }
}
