import EntstoreCodec
import EntstoreModel
import Testing

/// The engine orders keys by their bytes, and by their length where one begins another.
@Suite struct KeyOrderTests {
  @Test func `sequences stand in the order of their keys`() {
    var random = RandomModel(seed: seed(of: "sequences"))
    let edges: [UInt64] = [0, 1, 0x7f, 0x80, 0xff, 0x100, 0xffff_ffff, 0x1_0000_0000, .max - 1, .max]
    for a in edges + random.many(200, { $0.number() }) {
      for b in edges { expectOrder(a < b, b < a, Key.event(a), Key.event(b), "\(a) \(b)") }
    }
  }

  @Test func `events stand in the order of their dates, ranks and digests`() {
    var random = RandomModel(seed: seed(of: "positions"))
    let positions = random.many(150) { $0.position() }
    for a in positions {
      for b in positions { expectOrder(a < b, b < a, Key.date(a), Key.date(b), "\(a) \(b)") }
    }
  }

  @Test func `a timeline holds its lineages together, each in the order of its events`() {
    var random = RandomModel(seed: seed(of: "timelines"))
    let entries = random.many(150) { (lineage: $0.name() as Lineage, position: $0.position()) }
    for a in entries {
      for b in entries {
        let isLess = a.lineage == b.lineage ? a.position < b.position : a.lineage < b.lineage
        let isMore = a.lineage == b.lineage ? b.position < a.position : b.lineage < a.lineage
        let (x, y) = (Key.timeline(a.lineage, a.position), Key.timeline(b.lineage, b.position))
        expectOrder(isLess, isMore, x, y, "\(a) \(b)")
        if y.starts(with: Key.timelinePrefix(a.lineage)) != (a.lineage == b.lineage) {
          Issue.record("\(a) and \(b) are not told apart by their beginnings")
        }
      }
    }
  }

  @Test func `entitlements stand by subject, nobody first, then by lineage`() {
    var random = RandomModel(seed: seed(of: "entitlements"))
    let entries = random.many(150) { ($0.maybe { $0.name() as Subject }, $0.name() as Lineage) }
    for a in entries {
      for b in entries {
        let (x, y) = (Key.entitlement(a.0, a.1), Key.entitlement(b.0, b.1))
        expectOrder(isLess(a, b), isLess(b, a), x, y, "\(a) \(b)")
        if y.starts(with: Key.entitlementPrefix(a.0)) != (a.0 == b.0) {
          Issue.record("\(a) and \(b) are not told apart by their beginnings")
        }
      }
    }
  }

  @Test func `deadlines stand by instant, then as entitlements do`() {
    var random = RandomModel(seed: seed(of: "deadlines"))
    let entries = random.many(150) {
      (at: $0.instant(), holder: ($0.maybe { $0.name() as Subject }, $0.name() as Lineage))
    }
    for a in entries {
      for b in entries {
        let x = Key.deadline(a.at, a.holder.0, a.holder.1)
        let y = Key.deadline(b.at, b.holder.0, b.holder.1)
        let (less, more) =
          a.at == b.at
          ? (isLess(a.holder, b.holder), isLess(b.holder, a.holder)) : (a.at < b.at, b.at < a.at)
        expectOrder(less, more, x, y, "\(a) \(b)")
      }
    }
  }

  private func isLess(_ a: (Subject?, Lineage), _ b: (Subject?, Lineage)) -> Bool {
    if a.0 == b.0 { return a.1 < b.1 }
    guard let x = a.0 else { return true }
    guard let y = b.0 else { return false }
    return x < y
  }

  private func expectOrder(
    _ isLess: Bool, _ isMore: Bool, _ a: [UInt8], _ b: [UInt8], _ what: @autoclosure () -> String
  ) {
    let isAsBytes =
      a.lexicographicallyPrecedes(b) == isLess && b.lexicographicallyPrecedes(a) == isMore
      && (a == b) == (!isLess && !isMore)
    if !isAsBytes { Issue.record("\(spelled(a)) beside \(spelled(b)): \(what())") }
  }
}
