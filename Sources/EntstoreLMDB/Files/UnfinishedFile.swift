import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file on its way to be another's, under a name that says so: `PATH.unfinished-` and hexadecimal digits. Gone with this value.
///
/// It is locked as long as somebody works on it, so that what a process died over can be told and taken away.
struct UnfinishedFile: ~Copyable {
  let path: String
  let file: FileDescriptor

  private static let mark = ".unfinished-"

  /// A name that nobody else takes.
  static func name(for path: String) -> String {
    path + mark + String(UInt64.random(in: 0...UInt64.max), radix: 16)
  }

  /// The name of the one copy for `path` that this process makes at a time: known before, so that a signal can take it away.
  static func copyName(for path: String) -> String { path + mark + "\(getpid())" }

  /// Makes the file of a copy, locked, and readable by its owner only.
  init(for destination: String) throws(LMDBError) {
    while true {
      let path = Self.copyName(for: destination)
      let file: FileDescriptor
      do throws(LMDBError) {
        file = try FileDescriptor(opening: path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
      } catch .notFoundFile {
        throw .notFoundFile(path: destination)
      } catch .permission {
        throw .permission(path: destination)
      }
      let isLocked = try file.lock(LOCK_EX | LOCK_NB, path: path)
      // Somebody may have found it before it was locked, and taken it away.
      if isLocked, FileIdentity(at: path) == FileIdentity(try file.status(path: path)) {
        self.path = path
        self.file = file
        return
      }
    }
  }

  /// Gives the file, which is on the disk, the name that it was made for. The name is durable when this returns.
  ///
  /// - Throws: ``LMDBError/alreadyExists(path:)`` where a file of that name has come to be.
  func finish(as destination: String) throws(LMDBError) {
    if let code = Self.rename(path, to: destination) {
      throw .system("rename", path: destination, errno: code)
    }
    try FileDescriptor.synchronizeFolder(of: destination)
  }

  /// Gives a file another name that nobody has, in one step: nothing can end this process while it has both.
  ///
  /// - Returns: The `errno` where it has kept its name, such as `EEXIST`.
  static func rename(_ path: String, to destination: String) -> Int32? {
    #if canImport(Darwin)
      if unsafe renamex_np(path, destination, UInt32(RENAME_EXCL)) == 0 { return nil }
    #else
      if unsafe renameat2(AT_FDCWD, path, AT_FDCWD, destination, UInt32(RENAME_NOREPLACE)) == 0 { return nil }
    #endif
    guard [EINVAL, ENOTSUP, ENOSYS].contains(errno) else { return errno }
    // A file system that knows no such step may know second names; where it knows neither, it is looked at before.
    if unsafe link(path, destination) == 0 {
      unsafe unlink(path)
      return nil
    }
    guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { return errno }
    if FileIdentity(at: destination) != nil { return EEXIST }
    #if canImport(Darwin)
      return unsafe Darwin.rename(path, destination) == 0 ? nil : errno
    #else
      return unsafe Glibc.rename(path, destination) == 0 ? nil : errno
    #endif
  }

  deinit {
    // Closing alone would leave the lock to a process that is just being started.
    _ = try? file.lock(LOCK_UN, path: path)
    unsafe _ = unlink(path)
  }

  /// Takes away what was left unfinished for `path`, or for a copy beside it that is named after it, by those who have died over it,
  /// lock files included.
  ///
  /// What cannot be taken away stays; it is in nobody's way but the disk's.
  static func removeAbandoned(for path: String) {
    let (folder, name) = FileDescriptor.split(path)
    let unfinished = names(in: folder).compactMap { file in
      destination(of: file, for: name).map { (name: file, destination: $0) }
    }
    for (name, destination) in unfinished where !name.hasSuffix(lock) {
      let file = folder + "/" + name
      // A second name of what was finished, or nobody's.
      if let finished = FileIdentity(at: folder + "/" + destination), FileIdentity(at: file) == finished {
        unsafe unlink(file)
      } else {
        removeIfAbandoned(file)
      }
    }
    for (name, _) in unfinished where name.hasSuffix(lock) {
      let file = String((folder + "/" + name).dropLast(lock.utf8.count))
      if FileIdentity(at: file) == nil { LockFile.remove(beside: file) }
    }
  }

  private static let lock = "-lock"

  /// What `file` was to be, where that is `name` or what a copy of it is called while it has no name of its own.
  private static func destination(of file: String, for name: String) -> String? {
    guard let mark = file.ranges(of: mark).last else { return nil }
    let destination = String(file[..<mark.lowerBound])
    var digits = file[mark.upperBound...]
    if digits.hasSuffix(lock) { digits = digits.dropLast(lock.count) }
    let isMarked = !digits.isEmpty && digits.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    // Those of a backup through a pipe had a name like that once.
    let isKnown =
      [name, name + ".before-migration"].contains(destination)
      || destination.wholeMatch(of: /(.+)\.backup-[0-9]+/)?.1 ?? "" == name
    return isMarked && isKnown ? destination : nil
  }

  private static func removeIfAbandoned(_ path: String) {
    guard let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK),
      let isFree = try? file.lock(LOCK_EX | LOCK_NB, path: path), isFree,
      let status = try? file.status(path: path), FileIdentity(at: path) == FileIdentity(status),
      status.st_mode & S_IFMT == S_IFREG, isOurs(file, path: path)
    else { return }
    unsafe unlink(path)
  }

  /// Whether it begins as what is written under such names does: as a store, as an export, or with nothing yet.
  private static func isOurs(_ file: borrowing FileDescriptor, path: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: MetaPage.byteCount)
    guard let count = try? file.fill(&bytes, at: 0, path: path) else { return false }
    let beginning = bytes.prefix(count)
    let header = unsafe try? MetaPage(bytes.span.bytes)
    return header != nil || beginning.allSatisfy { $0 == 0 }
      || beginning.starts(with: Array(#"{"entstore":"#.utf8))
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}
