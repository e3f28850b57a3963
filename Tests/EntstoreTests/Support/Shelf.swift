import Entstore

/// One store file that is emptied and filled again: hundreds of orders of events need no hundreds of files.
final class Shelf {
  let folder: TemporaryFolder
  let store: EntitlementStore
  let file: StoreFile
  private let empty: [StoreFile.Entry]

  init(now: Instant = day(1_000)) throws {
    folder = try TemporaryFolder()
    store = try EntitlementStore(path: folder.file("a.entstore"), environment: .production, clock: { now })
    file = try StoreFile(store.path)
    empty = try file.entries("meta")
  }

  /// Back to a store that nothing was ever appended to.
  func clear() throws {
    try file.engine.write { transaction in
      for table in StoreFile.numbers.keys { try transaction.clear(file.engine.table(table)) }
      for entry in empty { try transaction.put(entry.key, entry.value, in: file.engine.table("meta")) }
    }
  }

  /// What the tables come to when `drafts` are appended so.
  func tables(_ drafts: [EventDraft], catalog: Catalog? = nil) throws -> DerivedTables {
    try clear()
    try store.write { transaction in
      if let catalog { try transaction.append(.catalog("the-catalog", day(0), catalog)) }
      for draft in drafts {
        let outcome = try transaction.append(draft).outcome
        try agree(outcome != .duplicate || drafts.erase(draft), "\(draft.id) is taken for a duplicate")
      }
    }
    return try DerivedTables(store, file)
  }

  /// The same events, each perhaps more than once, cut into transactions at random.
  func tables(
    _ drafts: [EventDraft], catalog: Catalog? = nil, cutAndRepeated random: inout Choices
  ) throws -> DerivedTables {
    try clear()
    if let catalog {
      try store.write { _ = try $0.append(.catalog("the-catalog", day(0), catalog)) }
    }
    var next = 0
    while next < drafts.count {
      let end = min(drafts.count, next + random.number(in: 1...3))
      try store.write { transaction in
        for place in next..<end {
          let outcome = try transaction.append(drafts[place]).outcome
          try agree(
            outcome != .duplicate || drafts.erase(drafts[place]),
            "\(drafts[place].id) is taken for a duplicate")
          guard random.chance(25) else { continue }
          let again = try transaction.append(drafts[random.number(in: 0...place)]).outcome
          try agree(again, .duplicate, "an event that was there before")
        }
      }
      next = end
    }
    return try DerivedTables(store, file)
  }
}

extension [EventDraft] {
  /// Whether one of these is an erasure after which `draft` does not come in any more.
  fileprivate func erase(_ draft: EventDraft) -> Bool {
    contains { other in
      if case .erasure(let act) = other.act { act.erased.contains(draft.place) } else { false }
    }
  }
}
