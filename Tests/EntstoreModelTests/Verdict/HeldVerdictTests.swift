import EntstoreModel
import Testing

struct HeldVerdictTests {
  private func held(_ verdict: Verdict = .sample()) throws -> Surface {
    Surface(try HeldVerdict(verdict.signedText, for: "ann", isSigned: ToySignature.isSigned))
  }

  /// An app that keeps what it holds between questions.
  private final class Surface {
    var held: HeldVerdict

    init(_ held: HeldVerdict) { self.held = held }

    func access(to key: EntitlementKey, at clock: Instant) -> Access { held.access(to: key, at: clock) }
    func isDue(at clock: Instant) -> Bool { held.isDue(at: clock) }
    func take(_ text: String, isSigned: ([UInt8], [UInt8]) -> Bool) throws {
      try held.take(text, isSigned: isSigned)
    }
  }

  @Test func `a clock set back before the issue counts as the issue`() throws {
    let verdict = Verdict.sample(["pro": [.closed(until: day(20)), .open(nil)]])
    let held = try held(verdict)
    for clock in [Instant.least, day(0), day(9)] {
      #expect(verdict.access(to: "pro", at: clock) == verdict.access(to: "pro", at: day(10)))
      #expect(held.access(to: "pro", at: clock) == verdict.access(to: "pro", at: day(10)))
      #expect(held.held.highest == day(10))
    }
  }

  @Test func `a clock set back does not open again what was seen to be closed`() throws {
    let held = try held()
    #expect(held.access(to: "pro", at: day(36)).isEntitled)
    #expect(!held.access(to: "pro", at: day(37)).isEntitled)
    for clock in [day(36), day(11), day(0)] {
      #expect(!held.access(to: "pro", at: clock).isEntitled)
    }
    #expect(held.held.highest == day(37))
  }

  @Test func `time that only a question about a renewal saw counts, too`() throws {
    let held = try held()
    #expect(!held.isDue(at: day(11) - .tick))
    #expect(held.isDue(at: day(40)))
    #expect(held.isDue(at: day(10)))
    #expect(!held.access(to: "pro", at: day(11)).isEntitled)
  }

  @Test func `a clock set forward closes early, and extends nothing`() throws {
    let held = try held()
    #expect(!held.access(to: "pro", at: day(1_000)).isEntitled)
    #expect(!held.access(to: "pro", at: day(12)).isEntitled)
  }

  @Test func `a newer verdict puts right a clock that ran ahead`() throws {
    let held = try held()
    #expect(!held.access(to: "pro", at: day(1_000)).isEntitled)
    try held.take(Verdict.sample(issuedAt: day(12)).signedText, isSigned: ToySignature.isSigned)
    #expect(held.held.highest == day(12))
    #expect(held.access(to: "pro", at: day(13)).isEntitled)
  }

  @Test func `an older verdict, or the same one again, brings no time back`() throws {
    let held = try held()
    _ = held.access(to: "pro", at: day(37))
    let before = held.held
    #expect(throws: VerdictError.older(issuedAt: day(9))) {
      try held.take(Verdict.sample(issuedAt: day(9)).signedText, isSigned: ToySignature.isSigned)
    }
    #expect(held.held == before)
    try held.take(Verdict.sample().signedText, isSigned: ToySignature.isSigned)
    #expect(held.held.highest == day(37))
    #expect(!held.access(to: "pro", at: day(11)).isEntitled)
  }

  @Test func `what is held goes on holding when something else than a verdict comes`() throws {
    let held = try held()
    let before = held.held
    let newer = Verdict.sample(issuedAt: day(12))
    #expect(throws: VerdictError.malformed) { try held.take("", isSigned: ToySignature.isSigned) }
    #expect(throws: VerdictError.notSigned) { try held.take(newer.signedText) { _, _ in false } }
    #expect(throws: VerdictError.otherSubject("bob")) {
      try held.take(
        Verdict.sample(issuedAt: day(12), subject: "bob").signedText, isSigned: ToySignature.isSigned)
    }
    #expect(throws: VerdictError.otherEnvironment(.sandbox)) {
      try held.take(
        Verdict.sample(issuedAt: day(12), environment: .sandbox).signedText,
        isSigned: ToySignature.isSigned)
    }
    #expect(held.held == before)
  }

  @Test func `what was kept is held again, with the highest instant seen`() throws {
    let held = try held()
    _ = held.access(to: "pro", at: day(37))
    let again = Surface(
      try HeldVerdict(kept: held.held.kept, for: "ann", isSigned: ToySignature.isSigned))
    #expect(again.held == held.held)
    #expect(!again.access(to: "pro", at: day(11)).isEntitled)
  }

  @Test func `who sets the kept instant back gets no further than the issue`() throws {
    let text = try Verdict.sample().signedText
    let early = try HeldVerdict(kept: "0 \(text)", for: "ann", isSigned: ToySignature.isSigned)
    #expect(early.highest == day(10))
  }

  @Test func `what was kept is checked like a text that has just come`() throws {
    let text = try Verdict.sample().signedText
    for kept in [text, " \(text)", "", "1", "01 \(text)", "1  \(text)", "-0 \(text)", "1 \(text) "] {
      #expect(throws: VerdictError.self, "\(kept.prefix(8))") {
        try HeldVerdict(kept: kept, for: "ann", isSigned: ToySignature.isSigned)
      }
    }
    #expect(throws: VerdictError.notSigned) {
      try HeldVerdict(kept: "1 \(text)", for: "ann") { _, _ in false }
    }
    #expect(throws: VerdictError.otherSubject("ann")) {
      try HeldVerdict(kept: "1 \(text)", for: "bob", isSigned: ToySignature.isSigned)
    }
  }
}
