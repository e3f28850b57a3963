import Entstore

/// How the cost of an access grows with the number of subjects, from ten thousand to as many as were asked for.
enum GrowthBenchmark {
  private static let first = 10_000

  static func run(_ bench: Bench) throws {
    let workspace = bench.workspace
    var sizes = [first]
    while sizes[sizes.count - 1] * 10 <= bench.options.subjects { sizes.append(sizes[sizes.count - 1] * 10) }
    if sizes[sizes.count - 1] < bench.options.subjects { sizes.append(bench.options.subjects) }
    if bench.options.subjects <= first { return }

    var candidates: [Candidate] = []
    var stores: [EntitlementStore] = []
    var copies: [String] = []
    defer {
      for store in stores { store.close() }
      for copy in copies { workspace.delete(copy) }
    }
    for size in sizes {
      let path = try workspace.store(subjects: size)
      let copy = try workspace.copy(path, as: "growth-\(size).mdb")
      copies.append(copy)
      let raw = try RawLMDB(copy, readOnly: false)
      let store = try EntitlementStore(path: path, opening: .existing)
      stores.append(store)
      let probes = try Probe.sample(raw, most: AccessBenchmark.probes)
      let readers = Readers(engine: store, bare: raw, mirror: "", key: "pro")
      let passes = max(1, 2 * AccessBenchmark.probes / probes.count)
      for read in [readers.store, try readers.raw()] {
        candidates.append(
          Candidate("\(size)") { try perItem(probes, passes: passes, read) })
      }
    }
    let values = try interleaved(rounds: bench.rounds, candidates)
    for (index, size) in sizes.enumerated() {
      bench.add(
        Figure(
          "growth", "access, \(grouped(Double(size))) subjects", .seconds, values[2 * index],
          baselines: [("raw LMDB", values[2 * index + 1], nil)]))
    }
    let last = 2 * (sizes.count - 1)
    let (ours, bare) = (growth(values[0], values[last]), growth(values[1], values[last + 1]))
    bench.add(
      Figure(
        "growth", "times slower than with \(grouped(Double(first)))", .count, ours,
        baselines: [("raw LMDB", bare, nil)], targets: [.atMost(1, of: "raw LMDB")]))
  }

  private static func growth(_ small: [Double], _ large: [Double]) -> [Double] {
    zip(large, small).map { $0 / $1 }
  }
}
