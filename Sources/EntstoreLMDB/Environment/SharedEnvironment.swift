import CLMDB
import Synchronization

/// The one `MDB_env` that a process has of a file, shared by every ``LMDBEnvironment`` of that file.
@safe final class SharedEnvironment: @unchecked Sendable {
  let environment: OpaquePointer
  /// The data file, under `flock(LOCK_SH)` as long as this is open.
  let lockFile: FileDescriptor
  let identity: FileIdentity
  /// Without symbolic links: LMDB names its lock file after it.
  let path: String
  let isReadOnly: Bool
  /// Reader slots of processes that had died, freed when this one opened the file.
  let deadReadersFound: Int
  let generation: Int

  let gate = TransactionGate()
  let pool = ReaderPool()
  let seats = SeatRegister()
  /// The thread inside a write transaction, or 0.
  let writer = Atomic<UInt>(0)
  let wantsGrowth = Atomic<Bool>(false)
  /// Whether a crash can no longer take the file's name away.
  let isNameDurable = Atomic<Bool>(false)

  private let latch = Latch()
  private let isClosed = Atomic<Bool>(false)

  init(
    environment: OpaquePointer, lockFile: consuming FileDescriptor, identity: FileIdentity, path: String,
    isReadOnly: Bool, deadReadersFound: Int
  ) {
    unsafe self.environment = environment
    self.lockFile = lockFile
    self.identity = identity
    self.path = path
    self.isReadOnly = isReadOnly
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
    while let seat = unsafe pool.take() { unsafe seat.end() }
    unsafe mdb_env_close(environment)
    LockFile.leave(lockFile)
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
