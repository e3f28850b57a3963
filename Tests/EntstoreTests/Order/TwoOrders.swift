import EntstoreModel

/// The same events twice, in different orders.
struct TwoOrders {
  private var random: Choices
  private let events: [EventDraft]
  private let catalog: Catalog
  /// An erasure among them, of which arrival decides what the indexes have to remember.
  private let hasErasure: Bool

  init(_ choices: inout Choices) {
    var history = RandomHistory(choices, lineages: 4)
    catalog = Catalog(
      terms: history.random.chance(50) ? [.season: .days(45)] : [:],
      stacking: history.random.chance(50) ? [.season] : [])
    var events = history.events(history.random.number(in: 2...40))
    hasErasure = history.random.chance(30)
    if hasErasure {
      let gone = (0..<history.random.number(in: 1...3)).map { _ in history.random.pick(events).place }
      let changed = (0..<history.random.number(in: 0...3)).map { _ in history.random.pick(events).place }
      let erasure = Erasure(
        erased: Set(gone).sorted(),
        redacted: Set(changed).subtracting(gone).sorted().map {
          Redaction(position: $0, changes: [.dropped(at: 1, of: 2), .token(at: 0, "nobody")])
        })
      events.append(
        EventDraft(
          rail: .local, id: "erasure", signedAt: day(0), label: EventLabel(type: "ERASURE"),
          environment: .production, provenance: .local, act: .erasure(erasure)))
    }
    self.events = events
    random = history.random
    choices = random
  }

  /// Throws a ``Disagreement`` where the two orders leave different tables.
  func compare(on shelf: Shelf) throws {
    var random = random
    let expected = try shelf.tables(events, catalog: catalog)
    let shuffled = events.shuffled(using: &random)
    let found = try shelf.tables(shuffled, catalog: catalog, cutAndRepeated: &random)
    let order = "\(shuffled.map(\.id)), \(random.origin)"
    try agree(found.entitlements, expected.entitlements, "rows of \(order)")
    try agree(found.deadlines, expected.deadlines, "deadlines of \(order)")
    if !hasErasure { try agree(found == expected, "tables of \(order)") }
    if random.chance(10) { try agree(try shelf.store.verify().faults, [], order) }
  }
}
