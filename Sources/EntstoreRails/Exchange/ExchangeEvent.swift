import EntstoreModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The members of an exchange line.
struct ExchangeEvent: Codable {
  var sequence: UInt64?
  var rail: String
  var id: String
  var signedAt: Int64
  var receivedAt: Int64?
  var rank: UInt8
  var type: String
  var subtype: String?
  var environment: String
  var app: String?
  var provenance: String
  var facts: [ExchangeFacts]?
  var act: ExchangeAct?
  var raw: [ExchangeSegment]?

  init(_ event: LoggedEvent) {
    let draft = event.draft
    sequence = event.sequence
    rail = "\(draft.rail)"
    id = draft.id.text
    signedAt = draft.signedAt.epochMilliseconds
    receivedAt = event.receivedAt.epochMilliseconds
    rank = draft.rank
    type = draft.label.type
    subtype = draft.label.subtype
    environment = "\(draft.environment)"
    app = draft.app?.text
    provenance = "\(draft.provenance)"
    facts = draft.facts.isEmpty ? nil : draft.facts.map(ExchangeFacts.init)
    act = draft.act.map(ExchangeAct.init)
    raw = draft.raw.isEmpty ? nil : draft.raw.map(ExchangeSegment.init)
  }

  func draft() throws -> EventDraft {
    EventDraft(
      rail: try choice(rail, "rail"), id: try EventID(id), signedAt: Instant(epochMilliseconds: signedAt),
      rank: rank,
      label: EventLabel(type: type, subtype: subtype), environment: try choice(environment, "environment"),
      app: try app.given.map { try AppID($0) },
      provenance: try choice(provenance, "provenance"), facts: try (facts ?? []).map { try $0.facts() },
      act: try act?.act(), raw: try (raw ?? []).map { try $0.segment() },
      receivedAt: receivedAt.map { Instant(epochMilliseconds: $0) })
  }
}

/// One piece of a payload: readable where it is text.
struct ExchangeSegment: Codable {
  var text: String?
  var base64: Data?
  var shared: Data?
  var base64url: [ExchangeSegment]?

  init(_ segment: RawSegment) {
    switch segment {
    case .inline(let bytes):
      text = String(validating: bytes, as: UTF8.self)
      if text == nil { base64 = Data(bytes) }
    case .shared(let bytes): shared = Data(bytes)
    case .base64url(let parts): base64url = parts.map(ExchangeSegment.init)
    }
  }

  func segment() throws(ExchangeError) -> RawSegment {
    if let text { return .inline(Array(text.utf8)) }
    if let base64 { return .inline(Array(base64)) }
    if let shared { return .shared(Array(shared)) }
    if let base64url {
      var parts: [RawSegment] = []
      for part in base64url { parts.append(try part.segment()) }
      return .base64url(parts)
    }
    throw .member("raw", reason: "holds neither text, base64, shared nor base64url")
  }
}

/// The case of `Choice` that is called `name`.
func choice<Choice: CaseIterable>(_ name: String, _ member: String) throws(ExchangeError) -> Choice {
  for choice in Choice.allCases where "\(choice)" == name { return choice }
  let known = Choice.allCases.map { "\($0)" }.joined(separator: ", ")
  throw .member(member, reason: "is \"\(name)\"; known are \(known)")
}

extension Int64 {
  var instant: Instant { Instant(epochMilliseconds: self) }
}
