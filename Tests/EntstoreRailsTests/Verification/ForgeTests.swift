import EntstoreModel
import EntstoreRails
import Testing

struct ForgeTests {
  @Test func `an authority is read again from its files`() throws {
    let files = try Signed.authority.pemFiles()
    #expect(files.count { $0.isSecret } == 3)
    #expect(files.allSatisfy { $0.isSecret == $0.name.hasSuffix(".key") })
    let again = try ForgeAuthority { name in
      try #require(files.first { $0.name == name }?.pem)
    }
    #expect(again.rootCertificate == Signed.authority.rootCertificate)
    let text = String(
      decoding: try again.jws(for: Array(Sample.transaction.text.utf8)), as: UTF8.self)
    #expect(failure(text, try Signed.verifier()) == nil)
  }

  @Test func `a key of another certificate is refused`() throws {
    let files = try Signed.authority.pemFiles()
    let others = try Signed.make().pemFiles()
    #expect(throws: ForgeError.otherKey(name: "leaf.key")) {
      try ForgeAuthority { name in
        try #require((name == "leaf.key" ? others : files).first { $0.name == name }?.pem)
      }
    }
    #expect(throws: ForgeError.notPEM(name: "root.pem")) { try ForgeAuthority { _ in [] } }
  }

  @Test func `two authorities have nothing in common`() throws {
    let other = Signed.make()
    let text = String(
      decoding: try other.jws(for: Array(Sample.transaction.text.utf8)), as: UTF8.self)
    guard case .untrustedRoot = failure(text, try Signed.verifier()) else {
      Issue.record("taken")
      return
    }
  }
}
