import EntstoreModel
import EntstoreRails
import Testing

/// The line of an event that was erased, as docs/format.md §5 shows it.
struct ExchangeErasedTests {
  private static let golden =
    #"{"entstore":2,"environment":"production","erased":{"digest":"3330df801677a72f1aaee26a5c0fb074","#
    + #""rank":2,"signedAt":1700000000000},"sequence":1}"#
  private let event = ErasedEvent(
    position: EventPosition(
      signedAt: Instant(epochMilliseconds: 1_700_000_000_000), rank: 2,
      digest: EventDigest(high: 0x3330_df80_1677_a72f, low: 0x1aae_e26a_5c0f_b074)),
    environment: .production)

  @Test func `an erased event has a line, and the line says where it stood`() throws {
    let draft = EventDraft(
      rail: .local, id: "erased", signedAt: event.position.signedAt, label: EventLabel(type: "ERASED"),
      environment: .production, provenance: .local)
    let logged = LoggedEvent(
      sequence: 1, receivedAt: event.position.signedAt, draft: draft, erased: event)
    let line = try ExchangeLine.line(for: logged)
    #expect(String(decoding: line, as: UTF8.self) == Self.golden)
    #expect(try ExchangeLine.event(in: line) == .erased(event))
    #expect(ExchangeLine.sequence(in: line) == 1)
  }

  @Test(arguments: [
    ("\"rank\":2,", ""), ("2f1aaee26a", "2f1aaee26"), ("\"3330", "\"+330"), ("production", "elsewhere"),
    ("\"entstore\":2", "\"entstore\":1"), ("\"entstore\":2", "\"entstore\":3"),
    ("\"rank\":2", "\"rank\":256"),
  ])
  func `what does not say where it stood is refused`(part: String, other: String) {
    let line = Self.golden.replacing(part, with: other)
    #expect(line != Self.golden)
    #expect(throws: ExchangeError.self) { try ExchangeLine.event(in: Array(line.utf8)) }
  }

  @Test func `a line that says one thing twice is refused, wherever in it`() {
    let line = Self.golden.replacing("\"rank\":2", with: "\"rank\":2,\"rank\":2")
    #expect(line != Self.golden)
    let error = #expect(throws: ExchangeError.self) { try ExchangeLine.event(in: Array(line.utf8)) }
    #expect(error?.description.contains("'rank' stands twice in one object") == true)
  }
}
