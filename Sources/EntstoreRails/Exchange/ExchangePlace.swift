import EntstoreModel

/// Where an event stands in the total order, in an exchange line.
struct ExchangePlace: Codable {
  var signedAt: Int64
  var rank: UInt8
  var digest: String

  init(_ position: EventPosition) {
    signedAt = position.signedAt.epochMilliseconds
    rank = position.rank
    digest = [position.digest.high, position.digest.low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// - Parameter member: Where it stands in the line.
  func position(_ member: String) throws(ExchangeError) -> EventPosition {
    // A number may begin with a sign, and a digest may not.
    guard digest.utf8.count == 32, digest.allSatisfy(\.isHexDigit),
      let high = UInt64(digest.prefix(16), radix: 16), let low = UInt64(digest.suffix(16), radix: 16)
    else { throw .member(member, reason: "has a digest that is not 32 hexadecimal digits") }
    return EventPosition(
      signedAt: signedAt.instant, rank: rank, digest: EventDigest(high: high, low: low))
  }
}

/// Where an event stood that is erased, as an exchange line.
struct ExchangeErased: Codable {
  var environment: String
  var erased: ExchangePlace
  var sequence: UInt64?

  init(_ event: ErasedEvent, sequence: UInt64) {
    environment = "\(event.environment)"
    erased = ExchangePlace(event.position)
    self.sequence = sequence
  }

  func event() throws(ExchangeError) -> ErasedEvent {
    ErasedEvent(
      position: try erased.position("erased"), environment: try choice(environment, "environment"))
  }
}
