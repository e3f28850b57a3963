import EntstoreModel

/// That a person was erased, in an exchange line.
struct ExchangeErasure: Codable {
  var erased: [ExchangePlace]
  var redacted: [Redacted]
  var reason: String?

  struct Redacted: Codable {
    var position: ExchangePlace
    var changes: [Change]
  }

  /// Exactly one member.
  struct Change: Codable {
    var dropped: Dropped?
    var token: Token?
    var subject: String?
    var from: String?
  }

  struct Dropped: Codable {
    var at: Int
    var of: Int
  }

  struct Token: Codable {
    var at: Int
    var token: String
  }

  init(_ erasure: Erasure) {
    erased = erasure.erased.map(ExchangePlace.init)
    redacted = erasure.redacted.map { redaction in
      Redacted(position: ExchangePlace(redaction.position), changes: redaction.changes.map(Change.init))
    }
    reason = erasure.reason
  }

  func erasure() throws -> Erasure {
    // A line is read in any order of its members; what stands here has one.
    Erasure(
      erased: try erased.map { try $0.position("act.erasure.erased") }.sorted(),
      redacted: try redacted.map { redacted in
        Redaction(
          position: try redacted.position.position("act.erasure.redacted"),
          changes: try redacted.changes.map { try $0.change() })
      }.sorted { $0.position < $1.position }, reason: reason.given)
  }
}

extension ExchangeErasure.Change {
  init(_ change: Redaction.Change) {
    switch change {
    case .dropped(let place, let count): dropped = .init(at: place, of: count)
    case .token(let place, let token): self.token = .init(at: place, token: token.text)
    case .subject(let subject): self.subject = subject.text
    case .from(let subject): from = subject.text
    }
  }

  func change() throws -> Redaction.Change {
    if let dropped, dropped.at >= 0, dropped.of > dropped.at {
      return .dropped(at: dropped.at, of: dropped.of)
    }
    if let token, token.at >= 0 { return .token(at: token.at, try AccountToken(token.token)) }
    if let subject { return .subject(try Subject(subject)) }
    if let from { return .from(try Subject(from)) }
    throw ExchangeError.member(
      "act.erasure.redacted", reason: "holds a change that this version does not know")
  }
}
