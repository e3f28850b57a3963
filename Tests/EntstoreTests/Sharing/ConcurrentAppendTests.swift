import Entstore
import Testing

struct ConcurrentAppendTests {
  @Test func `appends of many callers at once are all there, without a gap, each with its own receipt`()
    async throws
  {
    let bench = try Bench(now: day(40))
    let store = bench.store
    let receipts = try await withThrowingTaskGroup(of: (Int, [Receipt]).self) { group in
      for caller in 0..<64 {
        group.addTask {
          let lineage = Lineage(canonical: "lineage-\(caller % 16)")
          let sale = Sale.month(caller, from: day(Int64(caller % 30)), token: "ada")
          return (
            caller,
            try await store.append([
              .notice(
                EventID(canonical: "\(caller)-a"), day(Int64(caller % 30)), Said(lineage, sale, .on, .active)),
              .notice(
                EventID(canonical: "\(caller)-b"), day(Int64(caller % 30)) + .hours(1),
                Said(lineage, nil, .off)),
            ])
          )
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(Set(receipts.values.flatMap { $0.map(\.sequence) }) == Set(1...128))
    bench.store.close()
    let again = try EntitlementStore(path: store.path, opening: .existing)
    try again.read { snapshot in
      for (caller, receipts) in receipts {
        #expect(receipts.map(\.outcome) == [.applied, .applied])
        #expect(receipts[1].sequence == receipts[0].sequence + 1)
        let ids = try receipts.map { try snapshot.event($0.sequence)?.draft.id.text }
        #expect(ids == ["\(caller)-a", "\(caller)-b"])
      }
      let count = try snapshot.eventCount()
      #expect(count == 128)
    }
    #expect(try again.verify().faults == [])
  }

  @Test func `a caller whose event is refused loses all of its own events and nobody else's`() async throws {
    let bench = try Bench(now: day(40))
    let store = bench.store
    let outcomes = await withTaskGroup(of: (Int, Result<[Receipt], any Error>).self) { group in
      for caller in 0..<64 {
        group.addTask {
          let good = EventDraft.bought(
            EventID(canonical: "\(caller)"), day(0), lineage: Lineage(canonical: "\(caller)"), by: "ada")
          let bad = EventDraft.notice(
            EventID(canonical: "\(caller)-bad"), day(0), Said("1", nil, .off), environment: .sandbox)
          do {
            return (caller, .success(try await store.append(caller % 3 == 0 ? [good, bad] : [good])))
          } catch {
            return (caller, .failure(error))
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (caller, outcome) in outcomes {
      switch outcome {
      case .success(let receipts):
        #expect(caller % 3 != 0)
        #expect(receipts.count == 1)
      case .failure(StoreError.wrongEnvironment(let event, .production, .sandbox)):
        #expect(event.text == "\(caller)-bad")
      case .failure(let error): Issue.record("\(error)")
      }
    }
    #expect(try bench.store.counts().events == 42)
    #expect(try bench.store.entitlements(of: "ada").count == 42)
    #expect(try bench.store.verify().faults == [])
  }

  @Test func `a lineage whose row is damaged fails those who append to it, and nobody else`() async throws {
    let bench = try Bench(now: day(1))
    try bench.append(.bought("a", day(0), lineage: "0", by: "ada"))
    let file = try bench.file()
    let row = try #require(try file.entries("entitlements").first)
    try file.put([1, 2, 3], for: row.key, in: "entitlements")
    let store = bench.store
    let failed = await withTaskGroup(of: Int?.self) { group in
      for caller in 0..<64 {
        group.addTask {
          let lineage = Lineage(canonical: "\(caller % 32)")
          let draft = EventDraft.bought(EventID(canonical: "e\(caller)"), day(0), lineage: lineage, by: "bob")
          do {
            _ = try await store.append([draft])
            return nil
          } catch {
            return caller
          }
        }
      }
      return await group.reduce(into: Set<Int>()) { if let caller = $1 { $0.insert(caller) } }
    }
    #expect(failed == [0, 32])
    #expect(try bench.store.counts().events == 63)
  }

  @Test func `the same event from many callers is applied once`() async throws {
    let bench = try Bench(now: day(1))
    let store = bench.store
    let receipts = try await withThrowingTaskGroup(of: [Receipt].self) { group in
      for _ in 0..<32 { group.addTask { try await store.append([.bought("a", day(0), by: "ada")]) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(receipts.filter { $0.outcome == .applied }.count == 1)
    #expect(receipts.allSatisfy { $0.sequence == 1 })
    #expect(try bench.store.counts().events == 1)
  }

  @Test func `appending nothing gives no receipt`() async throws {
    #expect(try await Bench().store.append([]) == [])
  }

  @Test func `appends to a closed store fail as closed`() async throws {
    let bench = try Bench()
    bench.store.close()
    await #expect { try await bench.store.append([.notice("a", day(0))]) } throws: { error in
      if case StoreError.closed = error { true } else { false }
    }
  }

  @Test func `readers during writes see whole transactions and no others`() async throws {
    let bench = try Bench(now: day(5))
    let store = bench.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        // Each transaction moves the only lineage to another subject, together with one more event elsewhere.
        for round in 0..<150 {
          try store.write { transaction in
            let (signedAt, token) = (
              day(0) - .seconds(Int64(round)), AccountToken(canonical: "subject-\(round)")
            )
            _ = try transaction.append(
              .notice(
                EventID(canonical: "m\(round)"), signedAt, Said("1000", .month(1, from: day(0), token: token))
              ))
            _ = try transaction.append(
              .notice(EventID(canonical: "n\(round)"), day(1), Said("2000", nil, .off)))
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<150 {
            try store.read { snapshot in
              let count = try snapshot.eventCount()
              #expect(count % 2 == 0)
              var seen: UInt64 = 0
              try snapshot.forEachEvent { _ in seen += 1 }
              #expect(seen == count)
              guard count > 0 else { return }
              let owner = Subject(canonical: "subject-\(count / 2 - 1)")
              let lineages = try snapshot.entitlements(of: owner).map(\.lineage)
              #expect(lineages == ["1000"])
              let told = try snapshot.history(of: "2000" as Lineage, limit: 1_000).events.count
              #expect(told == count / 2)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try bench.store.verify().faults == [])
  }
}
