import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension SharedEnvironment {
  /// Begins a read transaction, from the pool if one rests there.
  func beginRead() throws(LMDBError) -> UnsafeMutablePointer<ReaderSeat> {
    try checkFork()
    var (hasSwept, hasReopened) = (false, false)
    while true {
      guard gate.enter() else { throw .closed(path: path) }
      let code: Int32
      if let resting = unsafe pool.take() {
        code = unsafe mdb_txn_renew(resting.pointee.transaction)
        if code == 0 { return unsafe resting }
        unsafe resting.end()
      } else {
        var transaction: OpaquePointer?
        code = unsafe begin(UInt32(MDB_RDONLY), &transaction)
        if code == 0, let begun = unsafe transaction { return unsafe .seat(begun, in: seats) }
      }
      gate.leave()
      switch code {
      case MDB_MAP_RESIZED:
        try adoptLargerMap()
      case MDB_PANIC where !hasReopened:
        hasReopened = true
        try reopen()
      case MDB_READERS_FULL where !hasSwept:
        hasSwept = true
        _ = sweepStaleReaders()
      case MDB_READERS_FULL:
        throw .readersFull(path: path, maximumReaders: maximumReaders)
      default:
        throw .lmdb("mdb_txn_begin", path: path, returned: code)
      }
    }
  }

  func endRead(_ seat: UnsafeMutablePointer<ReaderSeat>) {
    unsafe seat.pointee.note.end()
    unsafe mdb_txn_reset(seat.pointee.transaction)
    if unsafe !pool.put(seat) { unsafe seat.end() }
    gate.leave()
  }

  /// Begins the write transaction, waiting for the one that another thread or process has.
  func beginWrite() throws(LMDBError) -> OpaquePointer {
    try checkFork()
    if isReadOnly { throw .openedReadOnly(path: path) }
    let thread = Self.currentThread
    // LMDB would wait for itself for ever.
    precondition(
      writer.load(ordering: .relaxed) != thread, "a write transaction inside another on its thread")
    growIfWanted()
    writers.enter(lockFile)
    do throws(LMDBError) {
      let transaction = unsafe try beginWriteInTurn()
      writer.store(thread, ordering: .relaxed)
      return unsafe transaction
    } catch {
      writers.leave(lockFile)
      throw error
    }
  }

  private func beginWriteInTurn() throws(LMDBError) -> OpaquePointer {
    var hasReopened = false
    while true {
      guard gate.enter() else { throw .closed(path: path) }
      var transaction: OpaquePointer?
      let code = unsafe begin(0, &transaction)
      if code == 0, let begun = unsafe transaction { return unsafe begun }
      gate.leave()
      switch code {
      case MDB_MAP_RESIZED: try adoptLargerMap()
      case MDB_PANIC where !hasReopened:
        hasReopened = true
        try reopen()
      default: throw .lmdb("mdb_txn_begin", path: path, returned: code)
      }
    }
  }

  private func begin(_ flags: UInt32, _ transaction: inout OpaquePointer?) -> Int32 {
    guard let environment = unsafe environment else { return MDB_PANIC }
    return unsafe mdb_txn_begin(environment, nil, flags, &transaction)
  }

  func abortWrite(_ transaction: OpaquePointer) {
    writer.store(0, ordering: .relaxed)
    unsafe mdb_txn_abort(transaction)
    gate.leave()
    writers.leave(lockFile)
  }

  /// Commits; whatever this throws, nothing was written.
  ///
  /// Not into a file that nobody will open again: its path is looked at first. Whoever moves it after that look and before the
  /// commit takes that one commit along.
  func commitWrite(_ transaction: OpaquePointer) throws(LMDBError) {
    do throws(LMDBError) {
      try checkPlace()
      try unsafe checkHeader(before: transaction)
      try settleName()
    } catch {
      unsafe abortWrite(transaction)
      throw error
    }
    let mapBytes = mapBytes
    writer.store(0, ordering: .relaxed)
    let code = unsafe mdb_txn_commit(transaction)
    gate.leave()
    writers.leave(lockFile)
    switch code {
    case 0: return
    case MDB_MAP_FULL: throw .mapFull(path: path, mapBytes: mapBytes)
    default: throw .lmdb("mdb_txn_commit", path: path, returned: code)
    }
  }

  /// - Throws: ``LMDBError/movedAway(path:)`` where the path leads to another file, or nowhere.
  func checkPlace() throws(LMDBError) {
    if try !identity.isStill(at: path) { throw .movedAway(path: path) }
  }

  /// - Throws: ``LMDBError/movedAway(path:)`` where the file holds another commit than the one that this follows: another file was
  ///   copied over it.
  private func checkHeader(before transaction: OpaquePointer) throws(LMDBError) {
    let last = try Soundness.lastTransactionID(of: lockFile, path: path)
    if unsafe Int(last) + 1 != mdb_txn_id(transaction) { throw .movedAway(path: path) }
  }

  /// Makes the file's own name durable, once, before anything is committed under it: whoever made the file or moved it here
  /// may have died before doing so. Called inside a write transaction.
  private func settleName() throws(LMDBError) {
    if isNameDurable.load(ordering: .relaxed) { return }
    var flags: UInt32 = 0
    unsafe mdb_env_get_flags(environment, &flags)
    if flags & UInt32(MDB_NOSYNC) != 0 { return }
    try FileDescriptor.synchronizeFolder(of: path)
    isNameDurable.store(true, ordering: .relaxed)
  }

  /// Frees the slots of readers whose process has died.
  func sweepStaleReaders() -> Int {
    guard gate.enter() else { return 0 }
    defer { gate.leave() }
    var dead: Int32 = 0
    unsafe mdb_reader_check(environment, &dead)
    return Int(dead)
  }

  private var maximumReaders: Int {
    var readers: UInt32 = 0
    guard gate.enter() else { return 0 }
    unsafe mdb_env_get_maxreaders(environment, &readers)
    gate.leave()
    return Int(readers)
  }

  static var currentThread: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
