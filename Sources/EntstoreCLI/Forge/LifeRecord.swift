/// What the store tells of one made-up customer, line by line, and what is true of them.
struct LifeRecord {
  let words: LifeWords
  /// All lines as they were told, each with its newline.
  private(set) var bytes: [UInt8] = []
  private(set) var lines: [(signedAt: Int64, range: Range<Int>)] = []
  private(set) var stretches: [Stretch] = []
  /// The newest signed date; every line has one of its own.
  private var lastSignedAt: [Int64: Int64] = [:]
  private var purchases: Int64 = 0

  struct Stretch {
    var lineage: ForgedLineage
    var product: ForgedProduct
    var from, until: Int64
  }

  init(settings: LifeSettings, subject: Int) {
    words = LifeWords(settings: settings, subject: subject)
    bytes.reserveCapacity(32 << 10)
  }

  /// An id for one more transaction.
  mutating func newNumber() -> Int64 {
    purchases += 1
    return words.number(purchases)
  }

  /// The customer has `product` from the one instant until the other, as far as is known yet.
  mutating func open(_ product: ForgedProduct, _ lineage: ForgedLineage, from: Int64, until: Int64) -> Int {
    stretches.append(Stretch(lineage: lineage, product: product, from: from, until: until))
    return stretches.count - 1
  }

  /// What stands at `place` in the truth ends earlier.
  mutating func cut(_ place: Int, at instant: Int64) {
    stretches[place].until = max(stretches[place].from, min(stretches[place].until, instant))
  }

  /// The clock for something of `lineage` that happens at `instant`.
  ///
  /// - Throws: ``Horizon``: that is no longer told.
  mutating func signedDate(_ instant: Int64, _ lineage: ForgedLineage) throws(Horizon) -> Int64 {
    let signedAt = max(instant, (lastSignedAt[lineage.number] ?? 0) + 1)
    if signedAt >= words.settings.horizon { throw Horizon() }
    lastSignedAt[lineage.number] = signedAt
    return signedAt
  }

  /// Writes one line down.
  mutating func append(signedAt: Int64, _ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    bytes.append(UInt8(ascii: "\n"))
    lines.append((signedAt, start..<bytes.count))
  }
}

/// The lives are not told beyond this.
struct Horizon: Error {}

extension LifeRecord {
  /// Brings the lines of all lineages into the order of their signed dates.
  mutating func sort() {
    lines.sort { ($0.signedAt, $0.range.lowerBound) < ($1.signedAt, $1.range.lowerBound) }
  }

  var truth: [LifeTruth] {
    var token: [UInt8] = []
    words.putUUID(-1, into: &token)
    let told = stretches.filter { stretch in
      stretch.from < min(stretch.until, words.settings.horizon) && lastSignedAt[stretch.lineage.number] != nil
    }
    return told.map { stretch in
      LifeTruth(
        lineage: "\(stretch.lineage.number)",
        subject: stretch.lineage.isShared ? nil : String(decoding: token, as: UTF8.self),
        product: "\(stretch.product.id)", from: stretch.from, until: stretch.until)
    }
  }
}
