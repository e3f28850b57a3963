import EntstoreModel
import EntstoreRails
import Testing

struct ChainCacheTests {
  @Test func `a chain is checked once`() throws {
    let verifier = try Signed.verifier()
    for _ in 0..<10 { #expect(failure(try Signed.notification(), verifier) == nil) }
    #expect(verifier.cacheCounts.held == 1)
    #expect(verifier.cacheCounts.misses == 1)
    #expect(verifier.cacheCounts.hits == 29)
  }

  @Test func `what is refused is not remembered`() throws {
    let verifier = try Signed.verifier()
    for fault in ForgeFault.allCases where fault != .expiredLeaf {
      _ = failure(try Signed.text(Sample.transaction, fault), verifier)
    }
    // Faults of signature and payload leave the good chain; faults of the chain leave nothing.
    #expect(verifier.cacheCounts.held == 1)
  }

  @Test func `a remembered chain is judged at each payload's date`() throws {
    let verifier = try Signed.verifier()
    #expect(failure(try Signed.text(Sample.transaction), verifier) == nil)
    let late = Sample.bought + 13 * Sample.month
    #expect(
      failure(try Signed.text(Sample.transaction.with("signedDate", "\(late)")), verifier) != nil)
    #expect(verifier.cacheCounts.hits == 1)
  }

  @Test func `no more chains are remembered than there is room for`() throws {
    let authorities = (0..<70).map { _ in Signed.make() }
    let verifier = try Signed.verifier(roots: authorities.map(\.rootCertificate))
    for authority in authorities + authorities.reversed() {
      let text = try authority.jws(for: Array(Sample.transaction.text.utf8))
      _ = try verifier.verify(UnverifiedPayload(text))
      #expect(verifier.cacheCounts.held <= 64)
    }
    #expect(verifier.cacheCounts.held == 64)
    #expect(verifier.cacheCounts.hits == 64)
  }

  @Test func `many threads verify at once`() async throws {
    let verifier = try Signed.verifier()
    let good = try Signed.notification()
    let bad = try Signed.text(Sample.transaction, .zeroSignature)
    let taken = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<25).count { _ in
            failure(good, verifier) == nil && failure(bad, verifier) == .signature(field: "")
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(taken == 200)
    #expect(verifier.cacheCounts.held == 1)
  }
}
