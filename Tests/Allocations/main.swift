import Entstore
import Glibc

// Asks a store of its own again and again, with Tests/Allocations/counter.c preloaded, and fails if any answer took a heap
// allocation. What is measured is a release build: Scripts/allocations makes it and runs it.

private let accesses = 10_000

/// The counter that stands in front of malloc.
private func allocationCounter() -> (@convention(c) () -> UInt64)? {
  guard let symbol = unsafe dlsym(nil, "entstore_allocation_count") else { return nil }
  return unsafe unsafeBitCast(symbol, to: (@convention(c) () -> UInt64).self)
}

private func purchase(_ number: Int) throws -> EventDraft {
  let begin = Instant(epochMilliseconds: 1_700_000_000_000)
  let lineage = try Lineage("lineage-\(number)")
  let fact = PurchaseFact(
    purchase: try PurchaseID("\(number)"), transaction: try TransactionID("\(number)"),
    product: number % 2 == 0 ? "com.example.pro.monthly" : "com.example.plain", kind: .autoRenewable,
    clock: begin, purchasedAt: begin, expiresAt: begin.advanced(by: .days(number % 4 < 2 ? 10_000 : 30)),
    token: try AccountToken("subject-\(number / 2)"))
  return EventDraft(
    rail: .appStore, id: try EventID("event-\(number)"), signedAt: begin,
    label: EventLabel(type: "SUBSCRIBED"),
    environment: .sandbox, provenance: .vouched, facts: [LineageFacts(lineage: lineage, purchase: fact)])
}

/// Whether names are in the order of their bytes. A text of up to 15 bytes lies in the value itself, and what an optimised build
/// makes of its bytes only an optimised build tells.
private func isOrderRight() -> Bool {
  let names: [EntitlementKey] = [
    "pro", "basic", "a", "zebra", "com.example.pro.monthly", "max", "com.example.a", "abcdefghijklmno",
    "abcdefghijklmnop", "é", "b", "ab",
  ]
  let expected = names.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  let isSorted = names.sorted().map(\.text) == expected
  let isFound = names.allSatisfy { name in Set(names).contains(name) && names.filter { $0 == name }.count == 1
  }
  print("allocations: the order of names is \(isSorted && isFound ? "right" : "wrong")")
  return isSorted && isFound
}

private func run(_ path: String) throws -> Bool {
  guard isOrderRight() else { return false }
  guard let count = allocationCounter() else {
    print("allocations: counter.c is not preloaded")
    return false
  }
  let store = try EntitlementStore(path: path, environment: .sandbox)
  try store.write { transaction in
    try transaction.setCatalog(
      Catalog(entitlements: ["pro": .init(products: [.appStore: ["com.example.pro.monthly"]])]))
    for number in 0..<200 { _ = try transaction.append(purchase(number)) }
  }
  // Two lineages each; some have none.
  let subjects = try (0..<120).map { try Subject("subject-\($0)") }
  let questions: [(name: String, key: EntitlementKey)] = [
    ("a key that is sold", "pro"), ("a product that is its own key", "com.example.plain"),
    ("a key that nobody sells", "unknown"),
  ]
  var isFree = true
  for question in questions {
    var before: UInt64 = 0
    var entitled = 0
    for round in 0...1 {
      // The first round opens what stays open: a reader, the settings.
      before = count()
      entitled = 0
      for number in 0..<(round == 0 ? subjects.count : accesses)
      where try store.access(of: subjects[number % subjects.count], to: question.key).isEntitled {
        entitled += 1
      }
    }
    let made = count() - before
    print("allocations: \(made) in \(accesses) accesses to \(question.name), \(entitled) of them open")
    if made > 0 { isFree = false }
    if question.key != "unknown", entitled == 0 {
      print("allocations: nobody has access, so nothing was measured")
      isFree = false
    }
  }
  return isFree
}

guard CommandLine.arguments.count == 2 else {
  print("usage: access-allocations FILE")
  exit(64)
}
exit(try run(CommandLine.arguments[1]) ? 0 : 1)
