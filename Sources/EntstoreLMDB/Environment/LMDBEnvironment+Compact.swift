#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LMDBEnvironment {
  /// Replaces the file by a copy of itself without free pages. The environment is closed after.
  ///
  /// A crash leaves the old file or the new one, whole, and at the worst the unfinished copy beside it.
  ///
  /// - Throws: ``LMDBError/busy(path:)`` if this file is open anywhere else, or was written while it was copied: nothing
  ///   changed and the environment stays open. ``LMDBError/diskFull(path:)``: there is no room for the copy.
  package func compactInPlace() throws {
    try checkOpen()
    let before = info
    let copy = Self.compactName(of: before.path)
    try copyCompacted(to: copy)
    do throws(LMDBError) {
      try replaceFile(with: copy, ifStillAt: before.lastTransactionID)
    } catch {
      unsafe unlink(copy)
      throw error
    }
  }

  /// Where the copy lies that is to take the place of the file at `path`.
  package static func compactName(of path: String) -> String { path + ".compact-\(getpid())" }
}
