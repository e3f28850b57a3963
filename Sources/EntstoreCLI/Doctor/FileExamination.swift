import Entstore
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What can be told of a store without opening it.
struct FileExamination {
  let path: String

  var findings: [Finding] {
    let versions = Finding(
      .ok, "versions",
      (["entstore \(Specification.version)"] + EntitlementStore.libraries).joined(separator: ", "))
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return [versions, missing(errno)] }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "no regular file"
      return [versions, Finding(.problem, "file", "\(path) is \(what)", remedy: "Name the store's file.")]
    }
    let bytes = Int64(status.st_size)
    let file = Finding(.ok, "file", "\(path), \(byteText(Int(bytes)))", values: ["bytes": bytes])
    return [versions, file] + placement(status) + permissions() + links(status) + leftovers()
  }

  private func missing(_ code: Int32) -> Finding {
    code == ENOENT
      ? Finding(
        .problem, "file", "there is no store at \(path)",
        remedy: "Name another path with '--store', or copy a backup there.")
      : Finding(
        .problem, "file", "\(path): \(systemText(code))",
        remedy: "Make every folder on the way searchable for this user.")
  }

  /// Who may do what with it. A store is personal data.
  private func permissions() -> [Finding] {
    var findings: [Finding] = []
    let lock = path + "-lock"
    for name in [path, lock] where allows(name, F_OK) && !allows(name, R_OK | W_OK) {
      // Who only reads writes the lock file too, but on a file system that nobody writes.
      let isRead = allows(name, R_OK) && (name == path || refusal(name, W_OK) == EROFS)
      findings.append(
        Finding(
          isRead ? .note : .problem, "permissions",
          "\(name) cannot be \(isRead ? "written" : "read and written") by this user",
          remedy: isRead
            ? nil
            : "Give it to the user that runs this, with mode 600; who only reads writes the lock file too."))
    }
    // The lock file holds process numbers, and nobody's purchases; but who may write it can stop everybody.
    for (name, closed) in [(path, mode_t(0o077)), (lock, 0o022)] {
      var status = stat()
      guard unsafe stat(name, &status) == 0, status.st_mode & closed != 0 else { continue }
      let mode = String(status.st_mode & 0o777, radix: 8)
      findings.append(
        Finding(
          .warning, "permissions", "\(name) is open to others than its owner (mode \(mode))",
          remedy: "Mode 600 is enough: what is in it is personal data."))
    }
    var folderStatus = stat()
    if unsafe stat(folder, &folderStatus) == 0, folderStatus.st_mode & 0o1002 == 0o002 {
      findings.append(
        Finding(
          .warning, "permissions", "everybody may write the folder \(folder), and so replace the store",
          remedy: "Let only the user that runs this write it."))
    }
    if findings.isEmpty {
      findings.append(Finding(.ok, "permissions", "file and lock are their owner's alone"))
    }
    return findings
  }

  private func allows(_ name: String, _ what: Int32) -> Bool { refusal(name, what) == nil }

  /// The `errno` of why not.
  private func refusal(_ name: String, _ what: Int32) -> Int32? {
    unsafe access(name, what) == 0 ? nil : errno
  }

  private func links(_ status: stat) -> [Finding] {
    guard status.st_nlink > 1 else { return [] }
    let count = Int64(status.st_nlink)
    return [
      Finding(
        .warning, "links", "the file has \(count) names (hard links), and each name a lock file of its own",
        remedy: "Remove the others: while one process has it open, others can use no other name.",
        values: ["names": count])
    ]
  }

  /// Files in the store's folder that were never finished: on their way to be this store, a copy of it, or something else.
  private func leftovers() -> [Finding] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // What older versions, and a backup that goes through a pipe, leave; of this store alone.
    let marks = ["compact", "backup"].map { "\(name).\($0)-" }
    return names.sorted().compactMap { leftover in
      if let match = leftover.wholeMatch(of: /(.+)\.unfinished-([0-9a-f]+)(-lock)?/) {
        return finding(leftover, for: String(match.1), maker: pid_t(match.2))
      }
      guard marks.contains(where: leftover.hasPrefix) else { return nil }
      let digits = leftover.replacing("-lock", with: "").split(separator: "-").last ?? ""
      return finding(leftover, for: nil, maker: pid_t(digits))
    }
  }

  private func finding(_ leftover: String, for destination: String?, maker: pid_t?) -> Finding {
    let what = destination.map { ", which was to be \($0)," } ?? ""
    guard let maker, kill(maker, 0) == 0 || errno == EPERM else {
      return Finding(
        .warning, "leftovers", "\(leftover)\(what) was left by a process that ended before it was done",
        remedy:
          "Remove it, unless something is being made here just now. The next 'backup' or 'compact' removes it where the store's name is in its own."
      )
    }
    return Finding(.note, "leftovers", "\(leftover) is being made by process \(maker)")
  }

  // Not by NSString, which traps on the folder of a path of one letter.
  private var slash: String.Index? { path.lastIndex(of: "/") }

  private var name: Substring { slash.map { path[path.index(after: $0)...] } ?? path[...] }

  private var folder: String {
    guard let slash else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
