import Entstore

/// One more event in ever longer lineages, and the first page of the longest one's history.
enum LineageBenchmark {
  private static let lengths = [10, 100, 1_000, 10_000]
  private static let page = 50
  private static let more = 100

  static func run(_ bench: Bench) throws {
    let workspace = bench.workspace
    let path = workspace.path("lineage.entstore")
    defer {
      for name in ["lineage.entstore", "lineage.mdb", "lineage.sqlite"] {
        workspace.delete(workspace.path(name))
      }
    }
    workspace.delete(path)
    let store = try EntitlementStore(path: path, environment: .sandbox)
    let longest = lineage(lengths[lengths.count - 1])
    for length in lengths {
      try store.write { transaction in
        for number in 0..<length { _ = try transaction.append(renewal(number, of: lineage(length))) }
      }
    }
    let rawPath = try workspace.copy(path, as: "lineage.mdb")
    let mirror = workspace.path("lineage.sqlite")
    workspace.delete(mirror)
    try SQLiteMirror.make(mirror, from: rawPath)
    let raw = try RawLMDB(rawPath, readOnly: false)
    let appender = try Appender(workspace, store: store, raw: raw)

    try append(bench, store, appender)
    try history(bench, store, mirror, longest)
    store.close()
    try bench.verify(path, after: "lineage")
  }

  private static func append(_ bench: Bench, _ store: EntitlementStore, _ appender: Appender) throws {
    var next = lengths
    let candidates = lengths.enumerated().map { index, length in
      Candidate("\(length)") {
        let drafts = (0..<more).map { renewal(next[index] + $0, of: lineage(length)) }
        next[index] += more
        return try timed { for draft in drafts { try store.write { _ = try $0.append(draft) } } }
          / Double(more)
      }
    }
    let bare = Candidate("raw LMDB") {
      try timed { for _ in 0..<more { try appender.appendToRaw() } } / Double(more)
    }
    let values = try interleaved(rounds: bench.rounds, candidates + [bare])
    for (index, length) in lengths.enumerated() {
      bench.add(
        Figure(
          "lineage", "one more event after \(grouped(Double(length)))", .seconds, values[index],
          baselines: [("raw LMDB", values[lengths.count], nil)]))
    }
    // Each of them waits for the disk; what the length costs is what lies between them.
    let above = zip(values[lengths.count - 1], values[0]).map { $0 - $1 }
    bench.add(
      Figure("lineage", "the longest, above the shortest", .seconds, above, targets: [.atMost(1e-3)]))
  }

  private static func history(
    _ bench: Bench, _ store: EntitlementStore, _ mirror: String, _ lineage: Lineage
  ) throws {
    let select = try SQLite(mirror).prepare(
      """
      SELECT e.record FROM timeline t JOIN by_date d USING (signed_at, rank, digest)
        JOIN events e ON e.sequence = d.sequence
        WHERE t.lineage = ? ORDER BY t.signed_at DESC, t.rank DESC, t.digest DESC LIMIT \(page)
      """)
    let values = try interleaved(
      rounds: bench.rounds,
      [
        Candidate("entstore") {
          try timed {
            for _ in 0..<more {
              consume(try store.read { try $0.history(of: lineage, limit: page).events.count })
            }
          } / Double(more)
        },
        Candidate("SQLite") {
          try timed {
            for _ in 0..<more {
              select.bind(1, lineage.text)
              while try select.step() { consume(select.byteCount(0)) }
              select.reset()
            }
          } / Double(more)
        },
      ])
    bench.add(
      Figure(
        "lineage", "history, first \(page) of 10 000", .seconds, values[0],
        baselines: [("SQLite", values[1], nil)]))
  }

  private static func lineage(_ length: Int) -> Lineage {
    try! Lineage("30000000000\(length)")
  }

  /// A weekly purchase that goes on and on.
  private static func renewal(_ number: Int, of lineage: Lineage) -> EventDraft {
    let step: Int64 = 3_600_000
    let begin = Instant(epochMilliseconds: 1_500_000_000_000 + Int64(number) * step)
    let end = Instant(epochMilliseconds: begin.epochMilliseconds + step)
    let purchase = PurchaseFact(
      purchase: try! PurchaseID("\(lineage.text)-\(number)"),
      transaction: try! TransactionID("\(lineage.text)-\(number)"), product: "com.example.pro.monthly",
      kind: .autoRenewable, clock: begin, purchasedAt: begin, expiresAt: end, isRenewal: number > 0,
      token: try! AccountToken("owner-of-\(lineage.text)"))
    let renewal = RenewalFact(product: "com.example.pro.monthly", willAutoRenew: true, renewalDate: end)
    return EventDraft(
      rail: .appStore, id: try! EventID("\(lineage.text)-\(number)"), signedAt: begin,
      label: EventLabel(type: "DID_RENEW"), environment: .sandbox, provenance: .vouched,
      facts: [LineageFacts(lineage: lineage, purchase: purchase, renewal: renewal, status: .active)])
  }
}
