import EntstoreDigest
import EntstoreLMDB

/// What an operator looks at in a store, as far as it is cheap to read.
package struct StoreCondition: Sendable {
  /// The version of the file's format.
  package let format: Int
  package let counts: StoreCounts
  /// The link at the end of the log.
  package let link: [UInt8]
  /// When the event came in that is the last of the log; `nil` where there is none.
  package let lastReceivedAt: Instant?
  /// The latest date at which anything in the log was signed.
  package let newestSignedAt: Instant?
  package let apps: [String]
  package let refusals: [RefusalKind: UInt64]
  /// How many lineages nobody holds.
  package let unbound: UInt64
  /// How many commits the file has seen.
  package let lastCommit: Int
  /// Whether the file has a trace of one more commit, which failed or has been damaged since.
  package let hasTraceBeyondLastCommit: Bool
  /// How much the file may grow to before its map must.
  package let mapBytes: UInt64
  /// Pages that hold nothing.
  package let freeBytes: UInt64
  package let readers: [StoreReader]
  /// The other process that is inside a write; `nil` where there is none.
  package let writingProcess: Int32?
  /// Reader slots that were in use at the same time, and how many there are.
  package let readerSlots: (used: Int, all: Int)
  /// Reader slots of processes that had died, freed when this store was opened.
  package let deadReadersFound: Int
}

extension EntitlementStore {
  /// - Throws: ``StoreError/damaged(table:reason:)`` where the file's own account of its pages does not add up: a table might
  ///   seem to hold less.
  /// - Complexity: O(reader slots + commits whose pages are free + unbound lineages + tokens); no page of the log but the last.
  package func condition() throws -> StoreCondition {
    try checkAccount()
    let readers = try readers()
    let pages = try pageReport()
    let info = engine.info
    let counts = try counts()
    return try read { snapshot in
      let head = try Head.load(snapshot.reader, tables)
      return StoreCondition(
        format: Int(clamping: try Identity.loaded(snapshot.reader, tables, path: path).format),
        counts: counts, link: head.link,
        lastReceivedAt: try snapshot.event(head.sequence)?.receivedAt,
        newestSignedAt: try snapshot.history(signedIn: .always, limit: 1).events.first?.draft.signedAt,
        apps: try snapshot.apps(), refusals: try snapshot.refusals(),
        unbound: try snapshot.holderCounts().unbound, lastCommit: pages.lastCommit,
        hasTraceBeyondLastCommit: try engine.hasTraceBeyondLastCommit(),
        mapBytes: UInt64(info.mapBytes), freeBytes: pages.freeBytes, readers: readers,
        writingProcess: writingProcess,
        readerSlots: (info.usedReaders, info.maximumReaders), deadReadersFound: info.deadReadersFound)
    }
  }

  /// The other process that is inside a write, or about to be; `nil` where there is none.
  package var writingProcess: Int32? { engine.writingProcess }

  /// The libraries that this process runs with, and their versions.
  package static var libraries: [String] {
    let lmdb = LMDBEnvironment.libraryVersion.prefix { $0 != ":" }
    return [
      String(lmdb), LibraryVersions.openSSL, "zstd \(LibraryVersions.zstd)",
      "xxHash \(LibraryVersions.xxHash)",
    ]
  }

  /// The file system of the file or folder at `path`; `nil` where the system does not tell.
  package static func fileSystem(of path: String) -> FileSystem? { FileSystem(at: path) }
}
