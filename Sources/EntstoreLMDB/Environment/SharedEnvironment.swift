import CLMDB
import Synchronization

/// The one `MDB_env` that a process has of a file, shared by every ``LMDBEnvironment`` of that file.
@safe final class SharedEnvironment: @unchecked Sendable {
  /// Used inside the gate. Closed and opened anew by ``reopen()``; nil where that has failed.
  var environment: OpaquePointer?
  /// What the environment was opened with, to do it again.
  var options: LMDBEnvironment.Options
  /// The data file, under `flock(LOCK_SH)` as long as this is open.
  let lockFile: FileDescriptor
  let identity: FileIdentity
  /// Without symbolic links: LMDB names its lock file after it.
  let path: String
  let isReadOnly: Bool
  /// The lock file; nil where there is none.
  let lock: FileIdentity?
  /// Reader slots of processes that had died, freed when this one opened the file.
  let deadReadersFound: Int
  let generation: Int

  let gate = TransactionGate()
  let writers = WriterQueue()
  let pool = ReaderPool()
  let seats = SeatRegister()
  /// The thread inside a write transaction, or 0.
  let writer = Atomic<UInt>(0)
  let wantsGrowth = Atomic<Bool>(false)
  /// Whether a crash can no longer take the file's name away.
  let isNameDurable = Atomic<Bool>(false)

  /// Every table that this process has opened here, by its handle, which is the same after ``reopen()``.
  let tableNames = Mutex<[MDB_dbi: String]>([:])

  private let latch = Latch()
  private let isClosed = Atomic<Bool>(false)

  init(
    environment: OpaquePointer, lockFile: consuming FileDescriptor, identity: FileIdentity,
    lock: FileIdentity?,
    path: String, options: LMDBEnvironment.Options, deadReadersFound: Int
  ) {
    unsafe self.environment = environment
    self.lockFile = lockFile
    self.identity = identity
    self.path = path
    self.lock = lock
    self.options = options
    isReadOnly = options.access == .readOnly
    self.deadReadersFound = deadReadersFound
    generation = ForkGeneration.atOpen()
  }

  /// Throws where the environment belongs to the parent of this process.
  func checkFork() throws(LMDBError) {
    if generation != ForkGeneration.current { throw .usedAfterFork(path: path) }
  }

  /// Waits for the transactions inside, then closes the map and the lock file. Called once.
  func shutDown() {
    gate.close()
    closeEnvironment()
    LockFile.leave(lockFile)
  }

  /// Called where no transaction is inside, and nobody can come in.
  func closeEnvironment() {
    while let seat = unsafe pool.take() { unsafe seat.end() }
    unsafe mdb_env_close(environment)
    unsafe environment = nil
  }

  /// Tells whoever waits in ``waitUntilClosed()`` that the file can be opened anew.
  func markClosed() {
    isClosed.store(true, ordering: .releasing)
    latch.wake()
  }

  func waitUntilClosed() {
    latch.wait { isClosed.load(ordering: .acquiring) }
  }
}
