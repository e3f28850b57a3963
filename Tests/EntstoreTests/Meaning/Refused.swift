import Entstore
import Testing

/// An event that a production store of one app does not take.
struct Refused: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let draft: EventDraft

  init(_ name: String, _ draft: EventDraft) {
    testDescription = name
    self.draft = draft
  }

  /// The refusal in words, made of the evidence alone.
  func name(_ error: StoreError) -> String {
    guard draft.id == "x" else { return "not x" }
    switch error {
    case .wrongEnvironment(let event, .production, .sandbox): return "\(event): sandbox"
    case .wrongApp(let event, let app, let allowed): return "\(event): \(app), not \(allowed)"
    case .implausibleDate(let event, let field, let value): return "\(event): \(field) \(value)"
    case .repeatedLineage(let event, let lineage): return "\(event): twice \(lineage)"
    case .misplacedAct(let event): return "\(event): a misplaced act"
    case .eventTooLarge(let event, let byteCount, let limit):
      return "\(event): \(byteCount) of \(limit) bytes"
    default: return "\(error)"
    }
  }

  private static func at(_ milliseconds: Int64) -> Instant { Instant(epochMilliseconds: milliseconds) }
  private static func signed(_ milliseconds: Int64) -> EventDraft {
    .notice("x", at(milliseconds), Said("1000", nil, .off), raw: [.shared([1])])
  }
  private static func copied(_ milliseconds: Int64) -> EventDraft {
    var draft = EventDraft.bought("x", day(1), by: "mallory")
    draft.facts[0].purchase?.clock = at(milliseconds)
    return draft
  }

  /// The owner's act, from `rail` and beside `facts`.
  private static func act(from rail: Rail, _ facts: LineageFacts...) -> EventDraft {
    var draft = EventDraft.catalog("x", day(1), Catalog(entitlements: ["pro": .init()]))
    draft.rail = rail
    draft.facts = facts
    return draft
  }

  static let all = [
    Refused("x: a misplaced act", act(from: .local, LineageFacts(lineage: "1000", renewal: .off))),
    Refused("x: a misplaced act", act(from: .appStore)),
    Refused(
      "x: 16777217 of 16777216 bytes",
      .notice(
        "x", day(1), Said("1000", nil, .off),
        raw: [.inline(Array(repeating: 0, count: 16_777_216)), .shared([1])])),
    Refused("x: sandbox", .notice("x", day(1), Said("1000", nil, .off), environment: .sandbox)),
    Refused(
      "x: com.example.other, not [\"com.example.app\"]",
      .notice("x", day(1), Said("1000", nil, .off), app: "com.example.other")),
    Refused("x: signedAt 0", signed(0)),
    Refused("x: signedAt -1", signed(-1)),
    Refused("x: signedAt 1767225600", signed(1_767_225_600)),
    Refused("x: signedAt 99999999999", signed(99_999_999_999)),
    Refused("x: signedAt 13569465600000", signed(13_569_465_600_000)),
    Refused("x: signedAt 9223372036854775807", signed(.max)),
    Refused("x: the purchase's signed date 1767225600", copied(1_767_225_600)),
    Refused("x: the purchase's signed date 13569465600000", copied(13_569_465_600_000)),
    Refused("x: twice 1001", .notice("x", day(1), Said("1001", nil, .off), Said("1000"), Said("1001"))),
  ]
}
