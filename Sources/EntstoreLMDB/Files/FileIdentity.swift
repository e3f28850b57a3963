#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What makes two paths the same file.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The file that `path` names now, through symbolic links; nil if there is none.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether `path` still names this file.
  ///
  /// - Throws: Where that cannot be told, such as ``LMDBError/permission(path:)`` for a folder on the way.
  func isStill(at path: String) throws(LMDBError) -> Bool {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return FileIdentity(status) == self }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw .system("stat", path: path, errno: errno)
  }

  /// The one path without symbolic links, so that every opener derives the same lock file from it; nil if there is no file.
  static func resolvedPath(of path: String) throws(LMDBError) -> String? {
    guard let resolved = unsafe realpath(path, nil) else {
      if errno == ENOENT { return nil }
      throw .system("realpath", path: path, errno: errno)
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
