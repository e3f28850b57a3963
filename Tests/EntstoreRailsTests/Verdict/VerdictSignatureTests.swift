import EntstoreModel
import EntstoreRails
import Foundation
import Testing

/// Verdicts signed by a real key.
struct VerdictSignatureTests {
  private static func make() -> VerdictSigningKey {
    do throws(VerdictKeyError) { return try .make() } catch { fatalError("\(error)") }
  }
  private static let key = make()
  private static let other = make()

  private static let verdict = Verdict(
    subject: "ann", environment: .production, issuedAt: Instant(epochMilliseconds: Sample.bought),
    hasEverPaid: true, offline: .standard,
    keys: [
      "pro": KeySchedule([
        .init(
          until: Instant(epochMilliseconds: Sample.bought + Sample.month), isEntitled: true, status: .active,
          reason: .paid),
        .init(until: nil, isEntitled: false, status: .expired, reason: .lapsed),
      ])
    ])

  @Test func `a verdict is read by whoever has the public key, in any of its spellings`() throws {
    let text = try Self.key.text(of: Self.verdict)
    let key = Self.key.publicKey
    let spellings = [
      key, try VerdictPublicKey(base64: key.base64), try VerdictPublicKey(pem: key.pem()),
      try VerdictPublicKey(rawRepresentation: key.rawRepresentation),
      try VerdictSigningKey(pem: Self.key.pem()).publicKey,
    ]
    for key in spellings {
      #expect(try Verdict(text, for: "ann", isSigned: key.isSigned) == Self.verdict)
      #expect(key.id == Self.key.publicKey.id)
    }
  }

  @Test func `no bit of the text can be changed`() throws {
    let text = try Self.key.text(of: Self.verdict)
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        let changedText = String(decoding: changed, as: UTF8.self)
        #expect(throws: VerdictError.self, "bit \(bit) of byte \(place)") {
          try Verdict(changedText, for: "ann", isSigned: Self.key.publicKey.isSigned)
        }
      }
    }
  }

  @Test func `no bit of the signed content can be changed, however it is spelled`() throws {
    let text = try Self.key.text(of: Self.verdict)
    let parts = text.split(separator: ".").map(String.init)
    let message = Array("\(parts[0]).\(parts[1])".utf8)
    let signature = try #require(
      Data(base64Encoded: parts[2].replacing("-", with: "+").replacing("_", with: "/") + "=="))
    #expect(Self.key.publicKey.isSigned(message, Array(signature)))
    for place in 0..<64 {
      for bit in 0..<8 {
        var changed = Array(signature)
        changed[place] ^= 1 << UInt8(bit)
        #expect(!Self.key.publicKey.isSigned(message, changed), "bit \(bit) of byte \(place)")
      }
    }
    #expect(!Self.key.publicKey.isSigned(message, Array(signature.dropLast())))
    #expect(!Self.key.publicKey.isSigned(message, []))
    #expect(!Self.key.publicKey.isSigned(Array(message.dropLast()), Array(signature)))
  }

  @Test func `another key signs for somebody else`() throws {
    let text = try Self.other.text(of: Self.verdict)
    #expect(throws: VerdictError.notSigned) {
      try Verdict(text, for: "ann", isSigned: Self.key.publicKey.isSigned)
    }
  }

  @Test func `while keys are being changed both are trusted, and the old one ends with its leaving`() throws {
    let texts = [try Self.key.text(of: Self.verdict), try Self.other.text(of: Self.verdict)]
    for text in texts {
      let verdict = try Verdict(text, for: "ann") { message, signature in
        [Self.key, Self.other].contains { $0.publicKey.isSigned(message, signature) }
      }
      #expect(verdict == Self.verdict)
    }
    #expect(throws: VerdictError.notSigned) {
      try Verdict(texts[0], for: "ann", isSigned: Self.other.publicKey.isSigned)
    }
  }

  @Test func `the key id is the thumbprint of RFC 8037, appendix A.3`() throws {
    let key = try VerdictPublicKey(base64: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
    #expect(key.id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
  }

  @Test func `keys and signatures are those of RFC 8032, section 7.1, test 1`() throws {
    let pem = """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
      -----END PRIVATE KEY-----

      """
    let key = try VerdictSigningKey(pem: Array(pem.utf8))
    #expect(key.publicKey.base64 == "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
    #expect(String(decoding: try key.pem(), as: UTF8.self) == pem)
    let signature = try #require(
      Data(
        base64Encoded:
          "5VZDAMNgrHKQhuLMgG6CioSHfx645dl02HPgZSJJAVVfuIIVkKM7rMYeOXAc+bRr0lv18FlbviRlUUFDjnoQCw=="))
    #expect(key.publicKey.isSigned([], Array(signature)))
    #expect(!key.publicKey.isSigned([0], Array(signature)))
  }

  @Test(arguments: [
    "", "no key", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
  ])
  func `what is no key is no key`(_ text: String) {
    #expect(throws: VerdictKeyError.notAPrivateKey) { try VerdictSigningKey(pem: Array(text.utf8)) }
    #expect(throws: VerdictKeyError.notAPublicKey) { try VerdictPublicKey(pem: Array(text.utf8)) }
    #expect(throws: VerdictKeyError.notAPublicKey) { try VerdictPublicKey(base64: text) }
  }

  @Test func `a key of another kind, or of another length, is no verdict key`() throws {
    let files = try Signed.authority.pemFiles()
    let pem = try #require(files.first { $0.name == "leaf.key" }).pem
    #expect(throws: VerdictKeyError.notAPrivateKey) { try VerdictSigningKey(pem: pem) }
    #expect(throws: VerdictKeyError.notAPublicKey) { try VerdictPublicKey(pem: pem) }
    for count in [0, 31, 33] {
      #expect(throws: VerdictKeyError.notAPublicKey) {
        try VerdictPublicKey(rawRepresentation: Array(repeating: 1, count: count))
      }
    }
  }
}
