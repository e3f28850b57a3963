import EntstoreLMDB

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Makes a store under another name and puts it in its place when it is whole: nobody ever finds half of one.
enum Making {
  /// Does nothing where there is a file at `path` already.
  static func makeIfAbsent(path: String, environment: StoreEnvironment?, now: Instant) throws {
    guard unsafe access(path, F_OK) != 0, errno == ENOENT else { return }
    try LMDBEnvironment.checkLockFile(beside: path)
    LMDBEnvironment.removeAbandoned(for: path)
    let unfinished = LMDBEnvironment.unfinishedName(for: path)
    defer {
      unsafe unlink(unfinished)
      unsafe unlink(unfinished + "-lock")
    }
    let engine = try LMDBEnvironment(
      path: unfinished, tables: TableName.allCases.map(\.rawValue), options: .init(access: .create))
    defer { engine.close() }
    _ = try Identity.loadedOrMade(
      engine, Tables(engine), path: path, environment: environment, opening: .create, now: now)
    // Whoever was first has made it: the file there is as good as this one. And a file system without links gets its store
    // made in place.
    try engine.close(naming: path)
  }
}
