import Entstore

/// One of several processes at one store, which write and read at once.
///
/// Each writes pairs: one transaction of two purchases, one for a subject of the writer's and the same for that subject's mirror. So whatever
/// commit a snapshot is of, both hold as many, and the log ends with as many of each writer's as its subjects hold.
package struct Crowd {
  private let path: String
  /// Whether the store is opened for each pair, and each snapshot, and closed after it.
  private let isReopening: Bool
  private let say: (String) -> Void

  /// How many pairs are of one subject.
  private static let pairsOfSubject = 40
  /// When all of them live.
  package static let now = Drafts.firstDay.advanced(by: .days(10))

  package init(path: String, isReopening: Bool = false, say: @escaping (String) -> Void) {
    self.path = path
    self.isReopening = isReopening
    self.say = say
  }

  private func opened(_ opening: EntitlementStore.Opening) throws -> EntitlementStore {
    try EntitlementStore(path: path, opening: opening, clock: { Self.now })
  }

  /// Writes `count` pairs as the writer of this number, and says each that is acknowledged.
  package func write(_ count: Int, as writer: Int) throws {
    var store = try opened(.existing)
    for number in 0..<count {
      if isReopening { store = try opened(.existing) }
      let drafts = try Self.pair(number, of: writer)
      let receipts = try store.write { transaction in try drafts.map { try transaction.append($0) } }
      let sequence = receipts[1].sequence
      say(
        Acknowledged(step: number, sequence: sequence, link: try LogLinks(path).link(of: sequence) ?? "").line
      )
      if isReopening { store.close() }
    }
    store.close()
  }

  /// Reads until the log has `count` events; then says how many snapshots there were, after all that was wrong with any of them.
  package func read(until count: UInt64) throws {
    var store = try opened(.readOnly)
    var (snapshots, last) = (0, UInt64(0))
    while last < count {
      if isReopening { store = try opened(.readOnly) }
      let (found, faults) = try store.read { try (found: $0.eventCount(), faults: Self.faults(of: $0)) }
      for fault in faults { say("of \(found) events: \(fault)") }
      if found < last { say("\(found) events after \(last)") }
      (last, snapshots) = (found, snapshots + 1)
      if isReopening { store.close() }
    }
    store.close()
    say("read \(snapshots)")
  }

  /// Takes a snapshot, says what is in it, waits, and says it again.
  package func hold(until wait: () -> Void) throws {
    let store = try opened(.readOnly)
    try store.read { snapshot in
      for round in 0..<2 {
        if round > 0 { wait() }
        let faults = try Self.faults(of: snapshot)
        say("holds \(try Self.sum(of: snapshot)) \(faults)")
      }
    }
    store.close()
  }

  /// Begins a write, adds a pair to it, and waits before its end.
  package func pause(until wait: () -> Void) throws {
    let store = try opened(.existing)
    let drafts = try Self.pair(0, of: .max)
    try store.write { transaction in
      for draft in drafts { _ = try transaction.append(draft) }
      say("writing")
      wait()
    }
  }

  private static func pair(_ number: Int, of writer: Int) throws -> [EventDraft] {
    try ["one", "two"].map { side in
      let name = "\(side)-\(writer)-\(number)"
      let purchase = PurchaseFact(
        purchase: try PurchaseID(name), transaction: try TransactionID(name), product: Drafts.monthly,
        kind: .autoRenewable, clock: Drafts.firstDay, purchasedAt: Drafts.firstDay,
        expiresAt: Drafts.firstDay.advanced(by: .days(30)),
        token: try AccountToken("\(side)-\(writer)-\(number / pairsOfSubject)"))
      return EventDraft(
        rail: .appStore, id: try EventID(name), signedAt: Drafts.firstDay,
        label: EventLabel(type: "SUBSCRIBED"),
        environment: .production, provenance: .vouched,
        facts: [LineageFacts(lineage: try Lineage(name), purchase: purchase)])
    }
  }

  /// What is wrong with a snapshot, in words.
  package static func faults(of snapshot: borrowing Snapshot) throws -> [String] {
    let count = try snapshot.eventCount()
    guard count > 0 else { return [] }
    var faults: [String] = []
    if try snapshot.event(count + 1) != nil { faults.append("an event behind the last") }
    guard let first = try snapshot.event(count - 1)?.draft.id.text,
      let second = try snapshot.event(count)?.draft.id.text
    else { return ["its last events are not there"] }
    let words = first.split(separator: "-")
    guard words.count == 3, second == "two" + first.dropFirst(3), let number = Int(words[2]) else {
      return ["it ends with \(first) and \(second)"]
    }
    let range = number / pairsOfSubject * pairsOfSubject...number
    for side in ["one", "two"] {
      let subject = try Subject("\(side)-\(words[1])-\(number / pairsOfSubject)")
      let expected = Set(range.map { "\(side)-\(words[1])-\($0)" })
      let found = try snapshot.entitlements(of: subject)
      if Set(found.map(\.lineage.text)) != expected {
        faults.append("\(subject) holds \(found.count) of \(expected.count)")
      }
      let access = try snapshot.access(of: subject, to: EntitlementKey(Drafts.monthly.text))
      if !access.isEntitled { faults.append("\(subject) has no access") }
      if try snapshot.history(of: Lineage("\(side)-\(words[1])-\(number)"), limit: 2).events.count != 1 {
        faults.append("\(subject) has not the history of its last event")
      }
      let next = try Lineage("\(side)-\(words[1])-\(number + 1)")
      if try !snapshot.history(of: next, limit: 1).events.isEmpty {
        faults.append("an event of a later commit")
      }
    }
    return faults
  }

  /// A number that stands for every event and every entitlement of a snapshot.
  private static func sum(of snapshot: borrowing Snapshot) throws -> String {
    var (sum, subjects) = (UInt64(0), Set<Subject>())
    func add(_ text: String) {
      for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    try snapshot.forEachEvent { event in
      add("\(event.sequence) \(event.draft.id)")
      if let token = event.draft.facts.first?.purchase?.token { subjects.insert(try Subject(token.text)) }
    }
    for subject in subjects.sorted() {
      for entitlement in try snapshot.entitlements(of: subject) { add("\(subject) \(entitlement)") }
    }
    return "\(try snapshot.eventCount()) \(sum)"
  }
}
