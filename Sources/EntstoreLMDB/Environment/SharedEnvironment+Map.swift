import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The size of the map changes only while this process has no transaction.
extension SharedEnvironment {
  /// The bytes that the map can hold now. Called inside the gate.
  var mapBytes: Int {
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(environment, &info)
    return unsafe info.me_mapsize
  }

  /// Doubles the map if a transaction did not fit, as soon as no transaction is running.
  ///
  /// Gives up after a while: one of the transactions may be the calling thread's own.
  func growIfWanted() {
    var attempts = 0
    while wantsGrowth.load(ordering: .acquiring), attempts < Self.attempts {
      let ran = gate.whenEmpty {
        guard unsafe environment != nil, wantsGrowth.exchange(false, ordering: .acquiringAndReleasing) else {
          return
        }
        let larger = mapBytes * 2
        // Tried out first: LMDB gives up the old map before it asks for the new one.
        guard Self.canMap(larger, of: lockFile) else { return }
        unsafe mdb_env_set_mapsize(environment, larger)
      }
      if !ran { sched_yield() }
      attempts += 1
    }
  }

  /// Takes over the size that another process has given the file.
  func adoptLargerMap() throws(LMDBError) {
    for _ in 0..<Self.attempts {
      var code: Int32 = 0
      let ran = gate.whenEmpty {
        if let environment = unsafe environment { code = unsafe mdb_env_set_mapsize(environment, 0) }
      }
      if ran && code != 0 { throw .lmdb("mdb_env_set_mapsize", path: path, returned: code) }
      if ran { return }
      sched_yield()
    }
    throw .mapOutgrown(path: path)
  }

  static var attempts: Int { 10_000 }

  /// Whether the host lets this process reserve `byteCount` bytes of addresses for `file`.
  static func canMap(_ byteCount: Int, of file: borrowing FileDescriptor) -> Bool {
    guard let start = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, file.number, 0),
      unsafe start != MAP_FAILED
    else { return false }
    return unsafe munmap(start, byteCount) == 0
  }

  /// The largest map of at most `wanted` bytes that the host allows, tried by halves down to 64 MiB.
  static func mapBytes(atMost wanted: Int, of file: borrowing FileDescriptor) -> Int {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    var bytes = (max(wanted, 1) + page - 1) / page * page
    while bytes / 2 >= 1 << 26, !canMap(bytes, of: file) { bytes /= 2 }
    return bytes
  }
}
