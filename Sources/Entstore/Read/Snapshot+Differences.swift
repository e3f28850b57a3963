import EntstoreCodec
import EntstoreLMDB

extension Snapshot {
  /// What would change for whom, at ``now``, if `next` were the catalog. Nothing is written.
  ///
  /// Where a term or its stacking changes, the lineages that last by it are folded again in memory.
  ///
  /// - Parameters:
  ///   - progress: Called now and then with the number of rows seen; throwing stops.
  ///   - body: Called once for each subject for whom anything differs, in the order of their bytes; lineages that nobody
  ///     owns come first.
  /// - Returns: How many were looked at and how many differ.
  /// - Complexity: One scan of the rows, in place; those of the *s* subjects with a product that the change concerns are worked
  ///   out in full, twice. Where a term changes, one scan of the timeline besides. Memory for one subject at a time, and for
  ///   the names of the lineages whose term changes.
  public func differences(
    under next: Catalog, progress: (Int) throws -> Void = { _ in },
    _ body: (SubjectDifferences) throws -> Void
  ) throws -> DifferenceSummary {
    try reader.readingAhead { try compare(under: next, progress: progress, body) }
  }

  private func compare(
    under next: Catalog, progress: (Int) throws -> Void, _ body: (SubjectDifferences) throws -> Void
  ) throws -> DifferenceSummary {
    let comparison = try Comparison(from: self, to: next)
    var summary = DifferenceSummary()
    var group = Group()
    var rows = 0
    try reader.forEachEntry(of: tables.entitlements) { key, payload in
      if !group.holds(key) {
        try finish(&group, comparison, &summary, body)
        group.begin(key)
      }
      try group.add(payload, at: key, comparison)
      rows += 1
      if rows % 1_024 == 0 { try progress(rows) }
    }
    try finish(&group, comparison, &summary, body)
    return summary
  }

  private func finish(
    _ group: inout Group, _ comparison: Comparison, _ summary: inout DifferenceSummary,
    _ body: (SubjectDifferences) throws -> Void
  ) throws {
    defer { group = Group() }
    if group.isEmpty { return }
    summary.subjects += 1
    guard group.isConcerned else { return }
    var (before, after): ([Entitlement], [Entitlement]) = ([], [])
    var holder: (subject: Subject?, lineage: Lineage?) = (nil, nil)
    for (key, payload) in group.rows {
      let (subject, lineage) = try Key.entitlement(key.rawSpan)
      holder = (subject, subject == nil ? lineage : nil)
      let row = try RowRecord(payload.rawSpan)
      before.append(entitlement(subject, lineage, row, settings.index))
      let told = comparison.lineages.contains(lineage) ? try retold(row, lineage, comparison) : row
      after.append(entitlement(subject, lineage, told, comparison.index))
    }
    let keys = Set(before.flatMap(\.keys)).union(after.flatMap(\.keys)).sorted()
    let differences = keys.compactMap { key in
      AccessDifference(
        key, before: before.access(to: key, at: now, catalog: settings.index).0,
        after: after.access(to: key, at: now, catalog: comparison.index).0)
    }
    if differences.isEmpty { return }
    summary.count(differences)
    try body(
      SubjectDifferences(subject: holder.subject, lineage: holder.lineage, differences: differences))
  }

  private func retold(_ row: RowRecord, _ lineage: Lineage, _ comparison: Comparison) throws -> RowRecord {
    let fold = try fold(lineage, Telling(context: comparison.context))
    return RowRecord(rail: row.rail, schedule: fold.schedule(), summary: fold.summary)
  }

  private func entitlement(
    _ subject: Subject?, _ lineage: Lineage, _ row: RowRecord, _ index: CatalogIndex
  ) -> Entitlement {
    Entitlement(
      subject: subject, lineage: lineage, rail: row.rail, schedule: row.schedule, summary: row.summary,
      at: now, catalog: index)
  }
}

/// What another catalog would mean, and where that has to be looked at.
private struct Comparison {
  let index: CatalogIndex
  let context: FoldContext
  /// Products that open other keys, by their bytes; on each rail.
  let products: [Rail: Set<[UInt8]>]
  /// Lineages that would last otherwise.
  let lineages: Set<Lineage>

  init(from snapshot: borrowing Snapshot, to next: Catalog) throws {
    let settings = snapshot.settings
    index = CatalogIndex(next)
    context = FoldContext(policy: settings.policy, catalog: next)
    var products: [Rail: Set<[UInt8]>] = [:]
    for place in settings.index.productsOpeningOtherwise(under: index) {
      products[place.rail, default: []].insert(Array(place.product.text.utf8))
    }
    self.products = products
    lineages = try snapshot.reader.lineages(
      lastingByTermOf: settings.catalog.productsLastingOtherwise(under: next), in: snapshot.tables.timeline)
  }
}

/// The rows of one subject, or one row of nobody's.
private struct Group {
  /// The subject with the NUL behind it; nobody's rows stand alone.
  private var prefix: [UInt8] = []
  private(set) var rows: [(key: [UInt8], payload: [UInt8])] = []
  private(set) var isConcerned = false

  var isEmpty: Bool { rows.isEmpty }

  func holds(_ key: RawSpan) -> Bool {
    prefix.count > 1 && key.hasPrefix(prefix.rawSpan)
  }

  mutating func begin(_ key: RawSpan) {
    let bytes = key.copied()
    prefix = bytes.firstIndex(of: 0).map { Array(bytes[...$0]) } ?? bytes
  }

  mutating func add(_ payload: RawSpan, at key: RawSpan, _ comparison: Comparison) throws {
    let name = key.copied()
    rows.append((name, payload.copied()))
    if isConcerned { return }
    let row = try RowView(payload)
    if let products = comparison.products[row.rail] {
      for place in 0..<row.productCount
      where try row.product(at: UInt32(place), matches: { products.contains($0.copied()) }) {
        isConcerned = true
        return
      }
    }
    if !comparison.lineages.isEmpty {
      isConcerned = comparison.lineages.contains(try Key.entitlement(name.rawSpan).lineage)
    }
  }
}
