import EntstoreLMDB

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The pages of a store's file that hold nothing.
struct PageReport {
  let lastCommit: Int
  let pageBytes: Int
  let freed: [FreedPages]

  /// What is free at all.
  var freeBytes: UInt64 { UInt64(freed.reduce(0) { $0 + $1.count } * pageBytes) }

  /// What was given up since, and cannot be used again while `snapshot` is read.
  func bytesGivenUp(since snapshot: Int) -> UInt64 {
    UInt64(freed.reduce(0) { $0 + ($1.transactionID > snapshot ? $1.count : 0) } * pageBytes)
  }
}

extension EntitlementStore {
  static var processID: Int32 { getpid() }

  func pageReport() throws -> PageReport {
    try engine.read { reader in
      PageReport(
        lastCommit: reader.transactionID, pageBytes: engine.info.pageBytes, freed: try reader.freedPages())
    }
  }
}
