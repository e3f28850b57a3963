import Entstore

/// Events that differ by seed: those of two runs on one store are never the same.
struct Drafts {
  private let seed: UInt64
  private var numbers: SeededNumbers
  private var count = 0

  static let monthly: ProductID = "com.example.pro.monthly"
  static let season: ProductID = "com.example.season"
  static let lineages = 6
  /// 2026-01-01T00:00:00Z.
  static let firstDay = Instant(epochMilliseconds: 1_767_225_600_000)

  init(seed: UInt64) {
    self.seed = seed
    numbers = SeededNumbers(seed: seed)
  }

  /// A purchase in one of a few lineages, signed on any day of a year.
  mutating func next(raw byteCount: Int = 40) throws -> EventDraft {
    count += 1
    let lineage = Int.random(in: 0..<Self.lineages, using: &numbers)
    let day = Self.firstDay.advanced(by: .days(Int64.random(in: 0..<365, using: &numbers)))
    let isSeason = lineage == 0
    let name = "\(seed)-\(count)"
    let raw = (0..<byteCount / 8).flatMap { _ in
      unsafe withUnsafeBytes(of: numbers.next()) { unsafe Array($0) }
    }
    let purchase = PurchaseFact(
      purchase: try PurchaseID(name), transaction: try TransactionID(name),
      product: isSeason ? Self.season : Self.monthly, kind: isSeason ? .nonRenewing : .autoRenewable,
      clock: day, purchasedAt: day, expiresAt: isSeason ? nil : day.advanced(by: .days(30)),
      token: try AccountToken("subject-\(lineage / 2)"))
    return EventDraft(
      rail: .appStore, id: try EventID("event-\(name)"), signedAt: day,
      label: EventLabel(type: "SUBSCRIBED"),
      environment: .production, provenance: .vouched,
      facts: [LineageFacts(lineage: try Self.lineage(lineage), purchase: purchase)], raw: [.inline(raw)])
  }

  mutating func batch(_ count: Int, raw byteCount: Int = 40) throws -> [EventDraft] {
    try (0..<count).map { _ in try next(raw: byteCount) }
  }

  static func lineage(_ number: Int) throws -> Lineage { try Lineage("lineage-\(number)") }
}
