import Entstore

/// A store and the model of it, to which the same is done, by chance or as a fuzzer says.
///
/// Where they differ a ``Disagreement`` is thrown.
struct ComparedStore {
  let folder: TemporaryFolder
  let clock = TestClock(day(0))
  var store: EntitlementStore
  var model = ReferenceModel()
  var history: RandomHistory
  var grants: [Lineage] = []
  /// What was appended, as it came: an erasure changes what the log has of it.
  var sent: [EventDraft] = []
  private var files = 0

  static let subjects: [Subject] = ["ada", "bob", "carol", "0e2f1c6a-9b1d-4c55-8e0a-1234567890ab", "eve"]
  static let keys: [EntitlementKey] = ["pro", "max", "com.example.pro.monthly", "com.example.season"]

  init(_ choices: Choices) throws {
    folder = try TemporaryFolder()
    history = RandomHistory(choices, lineages: 7)
    store = try Self.opened(folder.file("0.entstore"), clock)
  }

  /// What to say of a difference.
  var context: String { "\(history.random.origin), \(model.log.count) events" }

  /// One thing done to both.
  mutating func step() throws {
    clock.now = clock.now + .hours(Int64(history.random.number(in: 0...200)))
    switch history.random.number(in: 0...25) {
    case 0...6: try write(abort: false)
    case 7...8: try write(abort: true)
    case 9...10: try changeSettings()
    case 11: try reopen()
    case 12: try moveToCopy()
    case 13: try compactInPlace()
    case 14: try agree(try store.rebuild().faults, [], "rebuilding, \(context)")
    case 15...20: try act()
    case 21: try erase()
    case 22: try takeForeignErasure()
    case 23: try moveToExport()
    case 24: try crash()
    default: try write(abort: false)
    }
    try compareSome()
  }

  private struct Abort: Error {}

  private mutating func write(abort: Bool) throws {
    let drafts = (0..<history.random.number(in: 1...9)).map { _ in draft() }
    let now = clock.now
    var changed = model
    do {
      try store.write { [context] transaction in
        for draft in drafts {
          let expected = changed.append(draft, at: now)
          do {
            let receipt = try transaction.append(draft)
            switch expected {
            case .refused: throw Disagreement(description: "\(draft.id) is taken, \(context)")
            case .taken(let known): try agree(receipt, known, "\(draft.id), \(context)")
            case .known: try agree(receipt.outcome, .duplicate, "\(draft.id), \(context)")
            }
          } catch let error as StoreError where error.isRefusal {
            try agree(expected, .refused, "\(error), \(context)")
          }
        }
        if abort { throw Abort() }
      }
      sent += drafts
      model = changed
      try listen()
    } catch is Abort {}
  }

  /// After what only the store can tell: what an erasure has left.
  func log() throws -> [LoggedEvent] {
    var log: [LoggedEvent] = []
    try store.read { try $0.forEachEvent { log.append($0) } }
    return log
  }

  mutating func listen() throws {
    if model.awaitsRedacted { model.relearn(try log()) }
    model.settle()
  }

  /// New, seen before, or not to be taken.
  private mutating func draft() -> EventDraft {
    if history.random.chance(20), !sent.isEmpty { return history.random.pick(sent) }
    var draft = history.event()
    guard history.random.chance(15) else { return draft }
    switch history.random.number(in: 0...2) {
    case 0: draft.environment = .sandbox
    case 1: draft.signedAt = Instant(epochMilliseconds: 1_767_225_600)
    default: draft.facts += draft.facts.prefix(1)
    }
    return draft
  }

  private mutating func changeSettings() throws {
    let terms: [ProductID: TimeSpan] =
      history.random.chance(50) ? [.season: .days(Int64(history.random.number(in: 1...99)))] : [:]
    let catalog = Catalog(
      entitlements: [
        "pro": .init(products: [
          .appStore: [.monthly, .yearly], .stripe: [history.random.pick([.monthly, .max])],
        ]),
        "max": .init(products: [.appStore: [.max]], includes: history.random.chance(50) ? ["pro"] : []),
      ], terms: terms, stacking: history.random.chance(50) ? [.season] : [])
    let policy = Policy(
      renewalLeeway: .hours(Int64(history.random.number(in: 0...5))),
      soak: .seconds(Int64(history.random.number(in: 0...99))),
      retryWindow: history.random.chance(10) ? TimeSpan(milliseconds: .max) : .days(60))
    let changesCatalog = history.random.chance(50)
    let isInForce = changesCatalog ? model.catalog == catalog : model.policy == policy
    try hear { transaction in
      let receipt = try changesCatalog ? transaction.setCatalog(catalog) : transaction.setPolicy(policy)
      return receipt == nil ? 0 : 1
    } andExpect: { [context] count, acts in
      try agree(count, isInForce ? 0 : 1, "settings, \(context)")
      let expected: [Act?] = [changesCatalog ? .catalog(catalog) : .policy(policy)]
      try agree(acts, isInForce ? [] : expected, "settings, \(context)")
    }
  }

  /// Does something to the store; the model hears what the log then says.
  ///
  /// - Parameter check: Gets what came out, and the acts that are new in the log.
  mutating func hear<Result>(
    _ body: (inout StoreTransaction) throws -> Result, andExpect check: (Result, [Act?]) throws -> Void
  ) throws {
    let last = UInt64(model.log.count)
    let result = try store.write { try body(&$0) }
    var heard: [LoggedEvent] = []
    try store.read { try $0.forEachEvent(after: last) { heard.append($0) } }
    for event in heard {
      let outcome = model.append(event.draft, at: clock.now)
      guard case .taken(let receipt) = outcome else {
        throw Disagreement(description: "\(event.draft.id) is \(outcome), \(context)")
      }
      try agree(receipt.sequence, event.sequence, context)
    }
    try check(result, heard.map(\.draft.act))
    try listen()
  }

  private static func opened(_ path: String, _ clock: TestClock) throws -> EntitlementStore {
    try EntitlementStore(path: path, environment: .production, clock: { clock.now })
  }

  /// Goes on with the file at `path`.
  mutating func open(_ path: String) throws {
    store.close()
    store = try Self.opened(path, clock)
  }

  /// A path that no file has yet.
  mutating func newPath() -> String {
    files += 1
    return folder.file("\(files).entstore")
  }
}
