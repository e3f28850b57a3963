import Synchronization

/// One LMDB file, open: tables of bytes under bytes, read in snapshots and written in transactions.
///
/// Any number of these may name the same file in one process; they share one map. Close each of them, or let
/// it go.
package final class LMDBEnvironment: Sendable {
  let shared: SharedEnvironment
  let tables: [String: Table]
  private let access: Access
  private let isClosed = Atomic<Bool>(false)

  /// What is expected of the file, and what will be done to it.
  package enum Access: Sendable {
    /// Makes the file and its tables where they are missing.
    case create
    /// The file and its tables must be there.
    case existing
    /// The same, for reading, on read-only media too.
    case readOnly
  }

  /// How a file is opened. Where it is open already in this process, only ``access`` and ``syncs`` matter.
  package struct Options: Sendable {
    package var access: Access
    /// The addresses to reserve: no file of the host gets larger than its map. Halved where the host refuses.
    package var mapBytes: Int
    /// The most read transactions that all processes together can have.
    package var maximumReaders: Int
    /// The permissions of a new file and its lock file.
    package var fileMode: UInt32
    /// Takes the blame for a file system that hosts share.
    package var allowsNetworkFileSystem: Bool
    /// Whether a commit is durable when it returns; false is for files that can be made again.
    package var syncs: Bool
    /// Opens for a look of some milliseconds, ``Access/readOnly``: where the disk has no room for the lock file and nobody has the file
    /// open, it is read without one, and whoever opens it meanwhile waits.
    package var mayKeepOthersOut: Bool
    /// How long an opening waits for who keeps others out of the file: to put another in its place takes some milliseconds.
    package var patience = Duration.seconds(10)
    /// Nobody else can come in, and so no lock file is needed.
    var hasKeptOthersOut = false
    /// There was no file before this opening.
    var isNew = false

    package init(
      access: Access, mapBytes: Int = 1 << 40, maximumReaders: Int = 1024, fileMode: UInt32 = 0o600,
      allowsNetworkFileSystem: Bool = false, syncs: Bool = true, mayKeepOthersOut: Bool = false
    ) {
      self.access = access
      self.mapBytes = mapBytes
      self.maximumReaders = maximumReaders
      self.fileMode = fileMode
      self.allowsNetworkFileSystem = allowsNetworkFileSystem
      self.syncs = syncs
      self.mayKeepOthersOut = mayKeepOthersOut
    }
  }

  /// Opens the file at `path`, its lock file beside it under the same name and `-lock`.
  ///
  /// An empty file is a new one under ``Access/create``, unless its lock file was used: then it was a store. A file with more than one hard link has as many lock
  /// files, so other processes must use the same one of its names, or are refused while it is open.
  ///
  /// - Parameter tables: The names to be asked for by ``table(_:)``; 64 at most over all handles of a file.
  /// - Throws: What is wrong with the file, by name; the file was left as it was.
  package init(path: String, tables: [String], options: Options) throws(LMDBError) {
    (shared, self.tables) = try EnvironmentRegistry.open(path: path, tables: tables, options: options)
    access = options.access
  }

  deinit { close() }

  /// The table of this name, which must be one of those given at open.
  package func table(_ name: String) -> Table {
    guard let table = tables[name] else { preconditionFailure("table \(name) was not named at open") }
    return table
  }

  /// Runs `body` on one consistent snapshot. Never waits for a writer; nothing read can leave `body`.
  ///
  /// - Throws: What `body` throws; ``LMDBError/closed(path:)``, ``LMDBError/usedAfterFork(path:)``,
  ///   ``LMDBError/readersFull(path:maximumReaders:)``, ``LMDBError/mapOutgrown(path:)``.
  /// - Complexity: O(1); no allocation once as many readers have been used at the same time before.
  package func read<R>(_ body: (Reader) throws -> R) throws -> R {
    try checkOpen()
    let seat = unsafe try shared.beginRead()
    defer { unsafe shared.endRead(seat) }
    return unsafe try body(Reader(seat))
  }

  /// Runs `body` once, on a transaction that is committed when it returns and aborted when it throws.
  ///
  /// Waits for other writers. When this throws, nothing was written. A call on a thread that is inside
  /// another one's `body` traps.
  ///
  /// - Throws: What `body` throws; ``LMDBError/diskFull(path:)``; ``LMDBError/mapFull(path:mapBytes:)``, even
  ///   if `body` caught it, and then the map is larger next time; whatever else the commit met.
  package func write<R>(_ body: (inout WriteTransaction) throws -> R) throws -> R {
    try checkOpen()
    if access == .readOnly { throw LMDBError.openedReadOnly(path: shared.path) }
    let begun = unsafe try shared.beginWrite()
    var transaction = unsafe WriteTransaction(begun)
    let result: R
    do {
      result = try body(&transaction)
      if let failure = transaction.failure { throw failure }
    } catch {
      unsafe shared.abortWrite(begun)
      growMap(after: transaction.failure)
      throw error
    }
    do throws(LMDBError) {
      unsafe try shared.commitWrite(begun)
    } catch {
      growMap(after: error)
      throw error
    }
    return result
  }

  /// Gives the file back. The last handle of a file waits for the transactions inside; call it outside of
  /// them.
  ///
  /// Closing twice does nothing.
  package func close() {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // In a forked child everything belongs to the parent.
    guard shared.generation == ForkGeneration.current else { return }
    EnvironmentRegistry.release(shared)
  }

  /// Takes note that the shared environment is gone; false if it was before.
  func markClosed() -> Bool {
    !isClosed.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Whether it was opened without its lock file, for which there is no room.
  package var isWithoutLockFile: Bool { shared.options.hasKeptOthersOut }

  /// - Throws: ``LMDBError/usedAfterFork(path:)`` in a child of the process that opened it.
  package func checkFork() throws(LMDBError) {
    try shared.checkFork()
  }

  func checkOpen() throws(LMDBError) {
    if isClosed.load(ordering: .acquiring) { throw .closed(path: shared.path) }
  }

  private func growMap(after failure: LMDBError?) {
    guard case .mapFull = failure else { return }
    shared.wantsGrowth.store(true, ordering: .releasing)
    shared.growIfWanted()
  }
}
