import Entstore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The first accesses after a start, with nothing of the file in memory: what counts is what the disk must give.
enum ColdAccess {
  private static let probes = 500

  static func run(_ bench: Bench, path: String, mirror: String, probes all: [Probe]) throws {
    let probes = Array(all.prefix(Self.probes))
    let rawPath = try bench.workspace.copy(path, as: "cold.mdb")
    defer { bench.workspace.delete(rawPath) }
    var blocks: [[Double]] = [[], [], []]
    func cold(_ index: Int, _ file: String, _ body: () throws -> Void) throws -> Double {
      try forget(file)
      let before = blocksRead()
      let taken = try timed(body) / Double(probes.count)
      blocks[index].append((blocksRead() - before) / Double(probes.count))
      return taken
    }
    let values = try interleaved(
      rounds: bench.rounds, warmUp: false,
      [
        Candidate("entstore") {
          try cold(0, path) {
            let store = try EntitlementStore(path: path, opening: .existing)
            for probe in probes { consume(try store.access(of: probe.subject, to: "pro").isEntitled) }
            store.close()
          }
        },
        Candidate("raw LMDB") {
          try cold(1, rawPath) {
            let raw = try RawLMDB(rawPath, readOnly: true)
            let reader = try RawReader(raw, table: raw.table("entitlements"))
            for probe in probes { consume(reader.read(probe.rowKey)) }
          }
        },
        Candidate("SQLite") {
          try cold(2, mirror) {
            let reader = try SQLiteReader(mirror)
            for probe in probes { consume(try reader.read(probe.rowKey)) }
          }
        },
      ])
    bench.add(
      Figure(
        "access", "cold, hit, first \(probes.count)", .seconds, values[0],
        baselines: [("raw LMDB", values[1], nil), ("SQLite", values[2], nil)]))
    bench.add(
      Figure(
        "access", "cold, bytes read from disk", .bytes, blocks[0].map { $0 * 512 },
        baselines: zip(["raw LMDB", "SQLite"], blocks.dropFirst()).filter { $0.1.allSatisfy { $0 > 0 } }
          .map { ($0, $1.map { $0 * 512 }, nil) }))
  }

  /// Drops a file's pages from memory; nobody may have it mapped.
  private static func forget(_ path: String) throws {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Failure("\(path) cannot be opened") }
    defer { close(descriptor) }
    fsync(descriptor)
    #if canImport(Glibc)
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }

  /// Blocks of 512 bytes that this process had read from disk.
  private static func blocksRead() -> Double {
    Double(ownUsage().ru_inblock)
  }
}
