import Entstore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the file lies, and how much room there is.
extension FileExamination {
  func placement(_ status: stat) -> [Finding] {
    // Of what cannot be read the permissions tell.
    guard let system = EntitlementStore.fileSystem(of: path) else { return [] }
    let place: Finding =
      switch system.kind {
      case .local: Finding(.ok, "place", "a local file system (\(system.name))")
      case .network:
        Finding(
          .problem, "place",
          "a network file system (\(system.name)), where map and locks do not work between hosts",
          remedy: "Move the store to a local disk.")
      case .memory:
        Finding(
          .warning, "place", "memory (\(system.name)): a restart of the host loses it",
          remedy: "Move the store to a disk.")
      case .layer:
        Finding(
          .warning, "place", "a container's own layer (\(system.name)): it goes with the container",
          remedy: "Move the store to a volume.")
      case .program:
        Finding(
          .note, "place", "a file system that a program serves (\(system.name)): is it local?",
          remedy: "Move the store to a local disk unless you know that map and locks work there.")
      }
    return [place, room(system.freeBytes, isReadOnly: system.isReadOnly, fileBytes: UInt64(status.st_size))]
  }

  /// Less than this, and a busy day may not find room.
  private static let leastFreeBytes: UInt64 = 64 << 20

  /// What the findings about that are called.
  static let room = "room"

  private func room(_ free: UInt64, isReadOnly: Bool, fileBytes: UInt64) -> Finding {
    let values = ["freeBytes": Int64(clamping: free), "fileBytes": Int64(clamping: fileBytes)]
    let text = "\(byteText(Int(clamping: free))) free on the disk"
    if isReadOnly { return Finding(.note, Self.room, "the disk is read-only") }
    if free < Self.leastFreeBytes {
      return Finding(
        .problem, Self.room, text, remedy: "Make room: what is not written is answered with an error.",
        values: values)
    }
    if free < fileBytes {
      return Finding(
        .warning, Self.room, "\(text), less than the file has",
        remedy: "'compact' and 'backup' here, and a 'rebuild' that finds much to write, may not find room.",
        values: values)
    }
    return Finding(.ok, Self.room, text, values: values)
  }
}
