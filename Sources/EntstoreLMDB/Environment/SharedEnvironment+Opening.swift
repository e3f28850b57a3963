import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension SharedEnvironment {
  /// The most tables that a process can have open in one file.
  private static var maximumTables: UInt32 { 64 }

  /// Opens a file that this process does not have open; nil if it was replaced meanwhile.
  static func open(
    _ file: consuming FileDescriptor, identity: FileIdentity, path: String, options: LMDBEnvironment.Options
  ) throws(LMDBError) -> SharedEnvironment? {
    if !options.allowsNetworkFileSystem, let kind = try NetworkFileSystem.kind(of: file, path: path) {
      throw .networkFileSystem(path: path, kind: kind)
    }
    // Waits for whoever is just replacing the file.
    guard try file.lock(LOCK_SH, within: options.patience, path: path) else { throw .busy(path: path) }
    guard FileIdentity(at: path) == identity else { return nil }
    try LockFile.check(beside: path)
    if try !Soundness.check(file, path: path) {
      if options.access != .create { throw .notAStore(path: path) }
      if !options.isNew, try isLost(file, path: path) { throw .notAStore(path: path) }
      // The shared lock was gone for a moment.
      guard FileIdentity(at: path) == identity else { return nil }
    }
    var options = options
    do throws(LMDBError) {
      try LockFile.reserve(beside: path, readers: options.maximumReaders, mode: mode_t(options.fileMode))
    } catch .diskFull where options.mayKeepOthersOut {
      guard try file.lock(LOCK_EX | LOCK_NB, path: path) else { throw .diskFull(path: path) }
      // The shared lock was gone for a moment.
      guard FileIdentity(at: path) == identity else { return nil }
      options.hasKeptOthersOut = true
    }
    let lock = options.hasKeptOthersOut ? nil : FileIdentity(at: path + "-lock")
    if let lock, !LockFile.agree(on: lock, over: file) { throw .otherLockFile(path: path) }

    options.mapBytes = mapBytes(atMost: options.mapBytes, of: file)
    guard
      let environment = unsafe try openEnvironment(path: path, options: options, of: identity, under: lock)
    else { return nil }
    var dead: Int32 = 0
    unsafe mdb_reader_check(environment, &dead)
    return unsafe SharedEnvironment(
      environment: environment, lockFile: file, identity: identity, lock: lock, path: path, options: options,
      deadReadersFound: Int(dead))
  }

  /// Whether an empty file is what is left of a store: its lock file was used. One that nobody has begun has none.
  ///
  /// Whoever is just beginning it has it open from before the lock file is written to until the headers are there.
  ///
  /// - Throws: ``LMDBError/busy(path:)`` where somebody has it open and writes none.
  private static func isLost(_ file: borrowing FileDescriptor, path: String) throws(LMDBError) -> Bool {
    guard LockFile.isUsed(beside: path) else { return false }
    for _ in 0..<attempts {
      let isAlone = try file.lock(LOCK_EX | LOCK_NB, path: path)
      let isEmpty = try file.status(path: path).st_size == 0
      _ = try file.lock(LOCK_SH, path: path)
      if isAlone || !isEmpty { return isEmpty }
      sched_yield()
    }
    throw .busy(path: path)
  }

  /// - Returns: Nil if another file, or another lock file, has come to be there.
  static func openEnvironment(
    path: String, options: LMDBEnvironment.Options, of identity: FileIdentity, under lock: FileIdentity?
  ) throws(LMDBError) -> OpaquePointer? {
    let environment = unsafe try openEnvironment(path: path, options: options)
    var number: Int32 = -1
    var status = stat()
    unsafe mdb_env_get_fd(environment, &number)
    let isTheSame =
      unsafe fstat(number, &status) == 0 && FileIdentity(status) == identity
      && (lock == nil || FileIdentity(at: path + "-lock") == lock)
    if isTheSame { return unsafe environment }
    unsafe mdb_env_close(environment)
    return nil
  }

  private static func openEnvironment(
    path: String, options: LMDBEnvironment.Options
  ) throws(LMDBError) -> OpaquePointer {
    // What goes through all of the file asks for it by ``ReadAhead``.
    var flags = UInt32(MDB_NOSUBDIR | MDB_NOTLS | MDB_NORDAHEAD)
    if options.access == .readOnly { flags |= UInt32(MDB_RDONLY) }
    if options.hasKeptOthersOut { flags |= UInt32(MDB_NOLOCK) }
    if !options.syncs { flags |= UInt32(MDB_NOSYNC) }
    while true {
      var created: OpaquePointer?
      let code = unsafe mdb_env_create(&created)
      guard code == 0, let environment = unsafe created else {
        throw .lmdb("mdb_env_create", path: path, returned: code)
      }
      unsafe mdb_env_set_assert(environment) { _, _ in endIfAnswered() }
      unsafe mdb_env_set_maxdbs(environment, maximumTables)
      unsafe mdb_env_set_maxreaders(environment, UInt32(options.maximumReaders))
      unsafe mdb_env_set_mapsize(environment, options.mapBytes)
      let opened = unsafe mdb_env_open(environment, path, flags, mdb_mode_t(options.fileMode))
      if opened == 0 { return unsafe environment }
      unsafe mdb_env_close(environment)
      // On read-only media nobody writes. Where only this reader may not make the lock file, somebody else may write, and
      // would reuse the pages that a reader without a lock is reading.
      if opened == EROFS, options.access == .readOnly, flags & UInt32(MDB_NOLOCK) == 0,
        FileIdentity(at: path + "-lock") == nil
      {
        flags |= UInt32(MDB_NOLOCK)
        continue
      }
      throw failure(toOpen: path, opened)
    }
  }

  /// The data file has been looked at; what is wrong in the shape of a file is the lock file.
  private static func failure(toOpen path: String, _ code: Int32) -> LMDBError {
    switch code {
    case MDB_INVALID, MDB_VERSION_MISMATCH, ELOOP: .lockFile(path: path, code: code)
    // A link to nowhere.
    case ENOENT where FileIdentity(at: path) != nil: .lockFile(path: path, code: MDB_INVALID)
    default: .lmdb("mdb_env_open", path: path, returned: code)
    }
  }

  /// Throws unless one more handle with these options can share this environment.
  func admit(_ options: LMDBEnvironment.Options) throws(LMDBError) {
    if isReadOnly && options.access != .readOnly { throw .openedReadOnly(path: path) }
    guard options.syncs, !isReadOnly, gate.enter() else { return }
    defer { gate.leave() }
    var flags: UInt32 = 0
    unsafe mdb_env_get_flags(environment, &flags)
    guard flags & UInt32(MDB_NOSYNC) != 0 else { return }
    // One handle that wants its commits durable makes all of them so.
    unsafe mdb_env_set_flags(environment, UInt32(MDB_NOSYNC), 0)
    let code = unsafe mdb_env_sync(environment, 1)
    if code != 0 { throw .lmdb("mdb_env_sync", path: path, returned: code) }
  }
}

/// Ends the process, as the engine is about to for a page that it cannot bear, before it writes its own line about that: if the
/// process answers the signal, then the line is for the process to write.
private func endIfAnswered() {
  guard let answer = signal(SIGABRT, SIG_DFL) else { return }
  signal(SIGABRT, answer)
  abort()
}
