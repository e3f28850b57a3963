import TortureSupport

/// The files of one folder as a disk may hold them at a crash, worked out from the calls that were made.
///
/// Promised by the calls, and by nothing else: what a file's sync or a durable write has returned from is there, and names are
/// when the folder was synced. All else may have come to be on the disk, in any order, in part, or not.
struct Disk {
  typealias FileNumber = Int

  private struct File {
    var bytes: [UInt8] = []
    var pending: [Change] = []
  }

  private enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)
  }

  private struct NameChange {
    var removed: String?
    var added: String?
    let file: FileNumber
  }

  private var files: [File] = []
  private var numbers: [UInt64: FileNumber] = [:]
  private var names: [String: FileNumber] = [:]
  private var pendingNames: [NameChange] = []

  /// Whether there is anything that the disk may have or not.
  var hasPending: Bool { !pendingNames.isEmpty || files.contains { !$0.pending.isEmpty } }

  /// Takes over a call. A durable write stays pending until ``settle(_:)``: the machine may stop in the middle of it.
  mutating func take(_ call: Call) {
    if call.isOfLockFile || call.hasFailed { return }
    switch call.kind {
    case .write: files[number(call.inode)].pending.append(.write(offset: call.offset, bytes: call.bytes))
    case .truncate: files[number(call.inode)].pending.append(.truncate(call.offset))
    case .sync where call.isOfFolder: settleNames()
    case .sync: settle(number(call.inode))
    case .open where !call.name.isEmpty:
      // A file that was made just now, even if an old one had its inode.
      numbers[call.inode] = nil
      pendingNames.append(NameChange(added: call.name, file: number(call.inode)))
    case .name:
      pendingNames.append(
        NameChange(
          removed: call.name.isEmpty ? nil : call.name, added: call.newName.isEmpty ? nil : call.newName,
          file: number(call.inode)))
    case .map, .open, .unlock, .said: break
    }
  }

  /// A durable write has returned.
  mutating func settle(_ call: Call) {
    guard call.kind == .write, call.isDurable, !call.isOfLockFile, !call.hasFailed else { return }
    let number = number(call.inode)
    guard let change = files[number].pending.popLast() else { return }
    Self.apply(change, to: &files[number].bytes)
  }

  private mutating func number(_ inode: UInt64) -> FileNumber {
    if let number = numbers[inode] { return number }
    files.append(File())
    numbers[inode] = files.count - 1
    return files.count - 1
  }

  private mutating func settle(_ number: FileNumber) {
    for change in files[number].pending { Self.apply(change, to: &files[number].bytes) }
    files[number].pending = []
  }

  private mutating func settleNames() {
    for change in pendingNames { Self.apply(change, to: &names) }
    pendingNames = []
  }

  private static func apply(_ change: NameChange, to names: inout [String: FileNumber]) {
    if let removed = change.removed { names[removed] = nil }
    if let added = change.added { names[added] = change.file }
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .truncate(let count):
      if count < bytes.count { bytes.removeLast(bytes.count - count) } else { grow(&bytes, to: count) }
    case .write(let offset, let written):
      grow(&bytes, to: offset + written.count)
      unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe written.withUnsafeBytes { written in
          unsafe (buffer.baseAddress! + offset).copyMemory(
            from: written.baseAddress!, byteCount: written.count)
        }
      }
    }
  }

  private static func grow(_ bytes: inout [UInt8], to count: Int) {
    if count > bytes.count { bytes += [UInt8](repeating: 0, count: count - bytes.count) }
  }
}

extension Disk {
  /// How much of what is pending has come to be on the disk.
  enum Luck {
    case nothing, everything
    /// Each page of each write for itself, some of them torn; each change of a name, or a first part of them.
    case seeded
  }

  typealias Image = [String: [UInt8]]

  /// One of the states that the disk may be in.
  func image(_ luck: Luck, _ numbers: inout SeededNumbers) -> Image {
    var names = names
    let isPrefix = Bool.random(using: &numbers)
    let first = Int.random(in: 0...pendingNames.count, using: &numbers)
    for (index, change) in pendingNames.enumerated() {
      let isThere =
        switch luck {
        case .nothing: false
        case .everything: true
        case .seeded: isPrefix ? index < first : Bool.random(using: &numbers)
        }
      if isThere { Self.apply(change, to: &names) }
    }
    var made: [FileNumber: [UInt8]] = [:]
    for file in Set(names.values).sorted() { made[file] = bytes(of: file, luck, &numbers) }
    return names.mapValues { made[$0] ?? [] }
  }

  private func bytes(of file: FileNumber, _ luck: Luck, _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = files[file].bytes
    for change in files[file].pending {
      switch (luck, change) {
      case (.nothing, _): break
      case (.everything, _): Self.apply(change, to: &bytes)
      case (.seeded, .truncate):
        if Bool.random(using: &numbers) { Self.apply(change, to: &bytes) }
      case (.seeded, .write(let offset, let written)):
        for piece in Self.pieces(offset: offset, count: written.count, &numbers) {
          Self.apply(.write(offset: offset + piece.lowerBound, bytes: Array(written[piece])), to: &bytes)
        }
      }
    }
    return bytes
  }

  static let pageBytes = 4096
  /// What a disk writes whole.
  static let sectorBytes = 512

  /// The parts of a write that arrive: of every page all, nothing, or some sectors.
  private static func pieces(
    offset: Int, count: Int, _ numbers: inout SeededNumbers
  ) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = min(count, ((offset + start) / pageBytes + 1) * pageBytes - offset)
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0, 1: pieces.append(start..<end)
      case 2:
        var sector = start
        while sector < end {
          let next = min(end, ((offset + sector) / sectorBytes + 1) * sectorBytes - offset)
          if Bool.random(using: &numbers) { pieces.append(sector..<next) }
          sector = next
        }
      default: break
      }
      start = end
    }
    return pieces
  }
}
