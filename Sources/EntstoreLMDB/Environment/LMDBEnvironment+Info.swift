import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What an environment tells about itself.
package struct EnvironmentInfo: Sendable, Hashable {
  /// The path without symbolic links.
  package let path: String
  /// The bytes of one page.
  package let pageBytes: Int
  /// The bytes that the map can hold.
  package let mapBytes: Int
  /// The number of the last page in use, counted from 0.
  package let lastPage: Int
  /// The bytes up to the last page in use, free pages between included.
  package let usedBytes: Int
  /// The length of the file.
  package let fileBytes: Int
  /// The id of the last committed transaction.
  package let lastTransactionID: Int
  /// The most readers that all processes together can have.
  package let maximumReaders: Int
  /// The most reader slots that were ever used at the same time since the first process opened the file.
  package let usedReaders: Int
  /// Reader slots of processes that had died, freed when this process opened the file.
  package let deadReadersFound: Int
}

/// One reader slot that a process has taken.
package struct ReaderInfo: Sendable, Hashable {
  package let processID: Int32
  /// The snapshot it reads; nil if the slot is at rest.
  package let transactionID: Int?
}

extension LMDBEnvironment {
  /// Sizes and counts of this moment. The environment must be open, in the process that opened it.
  package var info: EnvironmentInfo {
    precondition(shared.generation == ForkGeneration.current, "used after fork")
    precondition(shared.gate.enter(), "used after close")
    defer { shared.gate.leave() }
    var info = unsafe MDB_envinfo()
    unsafe mdb_env_info(shared.environment, &info)
    var statistics = MDB_stat()
    unsafe mdb_env_stat(shared.environment, &statistics)
    var status = stat()
    unsafe fstat(shared.lockFile.number, &status)
    let pageBytes = Int(statistics.ms_psize)
    return unsafe EnvironmentInfo(
      path: shared.path, pageBytes: pageBytes, mapBytes: info.me_mapsize, lastPage: info.me_last_pgno,
      usedBytes: (info.me_last_pgno + 1) * pageBytes, fileBytes: Int(status.st_size),
      lastTransactionID: info.me_last_txnid, maximumReaders: Int(info.me_maxreaders),
      usedReaders: Int(info.me_numreaders), deadReadersFound: shared.deadReadersFound)
  }

  /// "LMDB 0.9.31: (July 10, 2023)".
  package static var libraryVersion: String { unsafe String(cString: mdb_version(nil, nil, nil)) }

  /// The reader slots taken by all processes; none where read-only media keep no lock file.
  package func readers() -> [ReaderInfo] {
    guard shared.generation == ForkGeneration.current, shared.gate.enter() else { return [] }
    defer { shared.gate.leave() }
    var text = ""
    unsafe withUnsafeMutablePointer(to: &text) { text in
      _ = unsafe mdb_reader_list(
        shared.environment,
        { line, context in
          guard let line = unsafe line, let context = unsafe context else { return 0 }
          unsafe context.assumingMemoryBound(to: String.self).pointee += String(cString: line)
          return 0
        }, text)
    }
    return text.split(separator: "\n").compactMap(Self.reader(in:))
  }

  /// The other process that is inside a write, or about to be; nil where there is none, or the file system does not tell.
  package var writingProcess: Int32? { WriterQueue.holder(of: shared.lockFile) }

  /// One line of LMDB's list: process, thread, transaction or a dash. Its heading and apologies are no
  /// readers.
  private static func reader(in line: Substring) -> ReaderInfo? {
    let columns = line.split(separator: " ")
    guard columns.count == 3, let process = Int32(columns[0]) else { return nil }
    return ReaderInfo(processID: process, transactionID: Int(columns[2]))
  }

  /// Frees the slots of readers whose process has died, which keep old pages from being used again.
  ///
  /// - Returns: How many there were.
  package func sweepStaleReaders() -> Int {
    guard shared.generation == ForkGeneration.current else { return 0 }
    return shared.sweepStaleReaders()
  }
}
