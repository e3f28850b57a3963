import CRawLMDB
import Entstore

/// Who is asked about: the subject, and the key of one of its rows.
struct Probe: Sendable {
  let subject: Subject
  /// Subject, a zero byte, lineage.
  let rowKey: [UInt8]

  /// Subjects from all over the store in an order that has nothing to do with theirs; the same ones in every run.
  ///
  /// - Parameter most: So many at the most.
  static func sample(_ raw: RawLMDB, most: Int) throws -> [Probe] {
    let table = try raw.table("entitlements")
    let step = max(1, try raw.entries(of: table) / most)
    var probes: [Probe] = []
    var index = 0
    try raw.forEach(in: table) { key, _ in
      defer { index += 1 }
      guard index % step == 0, probes.count < most, let end = key.firstIndex(of: 0), end > 0 else { return }
      let text = String(decoding: key[..<end], as: UTF8.self)
      probes.append(Probe(subject: try Subject(text), rowKey: [UInt8](key)))
    }
    var numbers = SplitMix(state: 1)
    probes.shuffle(using: &numbers)
    return probes
  }

  /// The same number of subjects that the store does not know, among those that it does.
  static func missing(_ probes: [Probe]) throws -> [Probe] {
    try probes.map { probe in
      let text = String(probe.subject.text.dropLast(1)) + "x"
      return Probe(subject: try Subject(text), rowKey: Array(text.utf8) + [0])
    }
  }
}

/// Numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
