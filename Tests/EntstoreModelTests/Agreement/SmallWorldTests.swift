import EntstoreModel
import Testing

/// Every sequence of a few events, each taken from a handful and signed at the next tick of a coarse clock.
struct SmallWorldTests {
  private static let clock = [day(0) + .seconds(5), day(12), day(30) + .seconds(1), day(46)]
  private static let first = Bill.month(1, from: day(0))

  private static let storeLetters: [@Sendable (Instant) -> Notice] = [
    { Notice($0, first, .on, .active) },
    { Notice($0, first.refunded($0 - .seconds(1)), .off, .revoked) },
    { Notice($0, first, .off, .active) },
    { Notice($0, nil, .on, .expired, because: .billing) },
    { Notice($0, first, .grace(until: day(46)), .grace, because: .billing) },
    { Notice($0, first.renewal(), .on, .active) },
    { Notice($0, .month(3, .max, from: day(12)), .on, .active) },
    { Notice($0, first.upgraded, .on) },
  ]

  private static let rareLetters: [@Sendable (Instant) -> Notice] = [
    { Notice($0, first, .on, .active) },
    { Notice($0, nil, .period(.monthly, until: day(60)), .active) },
    { Notice($0, nil, .period(.max, until: day(42)), .active) },
    { Notice($0, nil, nil, .paused) },
    { Notice($0, nil, nil, .pending) },
    { Notice($0, ending: .ended(at: day(20), reason: .other)) },
    { Notice($0, ending: .takenBack) },
    { Notice($0, void: VoidFact(purchase: first.id, at: $0)) },
  ]

  @Test(arguments: 0..<8)
  func `every sequence of up to four of the store's words is answered as the rules say`(letter: Int) {
    Self.ask(Self.storeLetters, beginning: [letter], upTo: 4)
  }

  @Test(arguments: 0..<8)
  func `every sequence of up to three of the rarer words is answered as the rules say`(letter: Int) {
    Self.ask(Self.rareLetters, beginning: [letter], upTo: 3)
  }

  /// Asks about the word that `letters` spell, and about every longer one that begins so.
  private static func ask(
    _ alphabet: [@Sendable (Instant) -> Notice], beginning letters: [Int], upTo length: Int
  ) {
    let life = Life { zip(letters, clock).map { alphabet[$0]($1) } }
    if let disagreement = life.disagreement(seed: 1, later: 6, earlier: 4) {
      Issue.record("\(letters): \(disagreement.smallest)")
      return
    }
    if letters.count == length { return }
    for next in alphabet.indices { ask(alphabet, beginning: letters + [next], upTo: length) }
  }
}
