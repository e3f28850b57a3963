import Entstore
import Testing

/// A store and the model of it, to which the same is done.
struct ComparedStore {
  let seed: UInt64
  let folder: TemporaryFolder
  let clock = TestClock(day(0))
  private(set) var store: EntitlementStore
  private(set) var model = ReferenceModel()
  private var history: RandomHistory
  private var copies = 0
  private let subjects: [Subject?] = [
    nil, "ada", "bob", "carol", "0e2f1c6a-9b1d-4c55-8e0a-1234567890ab", "eve",
  ]
  private let keys: [EntitlementKey] = ["pro", "max", "com.example.pro.monthly", "com.example.season"]

  init(seed: UInt64) throws {
    self.seed = seed
    folder = try TemporaryFolder()
    history = RandomHistory(seed: seed, lineages: 7)
    store = try Self.opened(folder.file("0.entstore"), clock)
  }

  private static func opened(_ path: String, _ clock: TestClock) throws -> EntitlementStore {
    try EntitlementStore(path: path, environment: .production, clock: { clock.now })
  }

  /// One thing done to both.
  mutating func step() throws {
    clock.now = clock.now + .hours(Int64(history.random.number(in: 0...200)))
    switch history.random.number(in: 0...19) {
    case 0...7: try write(abort: false)
    case 8...10: try write(abort: true)
    case 11...12: try changeSettings()
    case 13...14: try reopen()
    case 15: try moveToCopy()
    case 16: try compactInPlace()
    case 17: #expect(try store.rebuild().faults == [], "seed \(seed)")
    case 18: try act()
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
      try store.write { transaction in
        for draft in drafts {
          let expected = changed.append(draft, at: now)
          do {
            let receipt = try transaction.append(draft)
            #expect(receipt == expected, "seed \(seed)")
          } catch let error as StoreError where error.isRefusal {
            #expect(expected == nil, "seed \(seed): \(error)")
          }
        }
        if abort { throw Abort() }
      }
      model = changed
    } catch is Abort {}
  }

  /// New, seen before, or not to be taken.
  private mutating func draft() -> EventDraft {
    if history.random.chance(20), let event = model.log.randomElement(using: &history.random) {
      return event.draft
    }
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
      soak: .seconds(Int64(history.random.number(in: 0...99))))
    let changesCatalog = history.random.chance(50)
    let receipt = try store.write { transaction in
      try changesCatalog ? transaction.setCatalog(catalog) : transaction.setPolicy(policy)
    }
    guard let receipt else {
      #expect(changesCatalog ? model.catalog == catalog : model.policy == policy)
      return
    }
    let event = try #require(try store.read { try $0.event(receipt.sequence) })
    #expect(event.draft.act == (changesCatalog ? .catalog(catalog) : .policy(policy)))
    #expect(model.append(event.draft, at: clock.now) == receipt)
  }

  /// Somebody asks, or the backend says who holds what; the model hears what the log then says.
  private mutating func act() throws {
    let lineage = history.random.pick(history.lineages)
    let subject = history.random.pick(subjects.compactMap(\.self))
    let kind = history.random.number(in: 0...5)
    let restore = history.random.pick(RestorePolicy.allCases)
    let last = try store.counts().events
    do {
      try store.write { transaction in
        switch kind {
        case 0: _ = try transaction.claim(lineage, for: subject)
        case 1: try transaction.transfer(lineage, to: subject)
        case 2: try transaction.share(lineage, with: subject)
        case 3: try transaction.unshare(lineage, with: subject)
        case 4: try transaction.mapToken(AccountToken(subject.text), to: "carol")
        default: try transaction.setIdentityPolicy(IdentityPolicy(restore: restore))
        }
      }
    } catch StoreError.tokenTaken {}
    var heard: [LoggedEvent] = []
    try store.read { try $0.forEachEvent(after: last) { heard.append($0) } }
    for event in heard {
      #expect(model.append(event.draft, at: clock.now)?.sequence == event.sequence, "seed \(seed)")
    }
  }

  private mutating func reopen() throws {
    store.close()
    store = try Self.opened(store.path, clock)
  }

  private mutating func moveToCopy() throws {
    copies += 1
    let path = folder.file("\(copies).entstore")
    _ = try store.compact(to: path)
    store.close()
    store = try Self.opened(path, clock)
  }

  private mutating func compactInPlace() throws {
    _ = try store.compactInPlace()
    #expect(throws: StoreError.self) { try store.counts() }
    store = try Self.opened(store.path, clock)
  }

  private mutating func compareSome() throws {
    let subject = history.random.pick(subjects) ?? "ada"
    let key = history.random.pick(keys)
    #expect(
      try store.access(of: subject, to: key) == model.access(of: subject, to: key, now: clock.now),
      "seed \(seed), \(model.log.count) events")
    #expect(try store.counts().events == UInt64(model.log.count), "seed \(seed)")
  }

  /// Every question that there is.
  mutating func compareAll() throws {
    let (instant, knownAt) = (history.moment(), history.moment())
    try store.read { snapshot in
      #expect(snapshot.catalog == model.catalog)
      #expect(snapshot.policy == model.policy)
      for subject in subjects {
        for (instant, knownAt) in [
          (nil, nil), (instant, nil), (instant, knownAt), (nil, knownAt),
        ] as [(Instant?, Instant?)] {
          let found = try snapshot.entitlements(of: subject, at: instant, knownAt: knownAt)
          let expected = model.entitlements(of: subject, now: clock.now, at: instant, knownAt: knownAt)
          #expect(found == expected, "seed \(seed)")
        }
        if let subject { try compare(subject, in: snapshot) }
      }
      for lineage in history.lineages {
        let found = try snapshot.history(of: lineage, limit: 10_000).events
        let expected = model.history { $0.speaks(of: [lineage]) }
        #expect(found == expected, "seed \(seed)")
      }
      let found = try snapshot.history(signedIn: .always, limit: 10_000).events
      #expect(found == model.history { _ in true }, "seed \(seed)")
    }
    let counts = try store.counts()
    #expect(counts.lineages == UInt64(model.allLineages.count), "seed \(seed)")
    #expect(counts.deadlines == UInt64(model.deadlineCount), "seed \(seed)")
    #expect(try store.verify().faults == [], "seed \(seed)")
  }

  private func compare(_ subject: Subject, in snapshot: Snapshot) throws {
    for key in keys {
      let access = try snapshot.access(of: subject, to: key)
      #expect(access == model.access(of: subject, to: key, now: clock.now), "seed \(seed)")
    }
    let owned = model.lineages.filter { model.holders(of: $0).contains(subject) }
    let found = try snapshot.history(of: subject, limit: 10_000).events
    let expected = model.history { $0.speaks(of: owned) }
    #expect(found == expected, "seed \(seed)")
  }
}

extension EventDraft {
  fileprivate func speaks(of lineages: Set<Lineage>) -> Bool {
    if case .custody(let act) = act, lineages.contains(act.lineage) { return true }
    return facts.contains { lineages.contains($0.lineage) }
  }
}
