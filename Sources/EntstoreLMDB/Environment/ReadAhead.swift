import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Reader {
  /// Runs `body`, which is about to go through much of the file: the system reads ahead for it meanwhile.
  ///
  /// Otherwise it reads the one page that is missing, and a question that finds nothing in memory costs 6 KB from the disk and
  /// not 200. Going through all of a file would take twice as long so. Of two who do this at the same time, the first to end
  /// ends it for both. Inside a write transaction nothing changes.
  package func readingAhead<R>(_ body: () throws -> R) rethrows -> R {
    advise(MADV_NORMAL)
    defer { advise(MADV_RANDOM) }
    return try body()
  }

  /// An advice: where it is not taken, everything is as before and slower.
  fileprivate func advise(_ advice: CInt) {
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(mdb_txn_env(transaction), &info)
    if let start = unsafe mapStart { unsafe _ = madvise(start, info.me_mapsize, advice) }
  }

  /// Where the map begins, which LMDB does not tell: a page knows its own number, and every value lies on one.
  package var mapStart: UnsafeMutableRawPointer? {
    var statistics = MDB_stat()
    unsafe mdb_env_stat(mdb_txn_env(transaction), &statistics)
    let pageBytes = Int(statistics.ms_psize)
    var cursor: OpaquePointer?
    // The first table is that of the tables, which is never empty. Pages greater than the host's may lie anywhere, and those
    // that a write transaction has changed are not in the map.
    guard isReadOnly, pageBytes == sysconf(Int32(_SC_PAGESIZE)),
      unsafe mdb_cursor_open(transaction, 1, &cursor) == 0
    else { return nil }
    defer { unsafe mdb_cursor_close(cursor) }
    var key = unsafe MDB_val()
    var value = unsafe MDB_val()
    guard unsafe mdb_cursor_get(cursor, &key, &value, MDB_FIRST) == 0, let place = unsafe value.mv_data
    else { return nil }
    let page = unsafe place - Int(bitPattern: place) % pageBytes
    return unsafe page - page.load(as: Int.self) * pageBytes
  }
}

extension LMDBEnvironment {
  /// As ``Reader/readingAhead(_:)``, for a `body` with transactions of its own.
  package func readingAhead<R>(_ body: () throws -> R) throws -> R {
    try read { reader in reader.advise(MADV_NORMAL) }
    // The environment may be closed by then, and its map gone with it.
    defer { try? read { reader in reader.advise(MADV_RANDOM) } }
    return try body()
  }
}
