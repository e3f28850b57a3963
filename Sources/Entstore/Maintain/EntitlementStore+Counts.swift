import EntstoreLMDB

/// How much is in a store.
public struct StoreCounts: Hashable, Sendable {
  public let events: UInt64
  public let lineages: UInt64
  /// Instants at which some answer changes by itself.
  public let deadlines: UInt64
  /// The size of the file.
  public let fileBytes: UInt64
  /// What of it holds data; the rest is free pages that later writes use.
  public let usedBytes: UInt64
}

extension EntitlementStore {
  /// Counts what is in the store.
  ///
  /// - Complexity: O(commits whose pages are free).
  public func counts() throws -> StoreCounts {
    do {
      return try engine.read { reader in
        let info = engine.info
        let freeBytes = try PageReport(of: reader, pageBytes: info.pageBytes).freeBytes
        // What lies behind the last page is no page yet.
        let usedBytes = UInt64(min(info.usedBytes, info.fileBytes))
        return StoreCounts(
          events: try Head.load(reader, tables).sequence,
          lineages: UInt64(try reader.count(of: tables.lineages.engine)),
          deadlines: UInt64(try reader.count(of: tables.deadlines.engine)), fileBytes: UInt64(info.fileBytes),
          usedBytes: usedBytes - min(freeBytes, usedBytes))
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }
}
