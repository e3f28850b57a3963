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

  init(of reader: Reader, pageBytes: Int) throws {
    lastCommit = reader.transactionID
    self.pageBytes = pageBytes
    freed = try reader.freedPages()
  }

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
    try engine.read { try PageReport(of: $0, pageBytes: engine.info.pageBytes) }
  }
}
