import EntstoreDigest
import Foundation
import TortureSupport

/// Every state that the disk may have been in at any moment of a recorded run, as far as seeds reach.
struct CrashImages {
  private let calls: [Call]
  private var numbers: SeededNumbers
  private var disk = Disk()
  /// How long the log was in what was looked at already, by the digest of the file.
  private var lengths: [UInt64: UInt64] = [:]
  var judge = Judge()
  private(set) var count = 0
  private(set) var skipped = 0
  /// What was wrong, with the place.
  private(set) var faults: [String] = []

  init(_ calls: [Call], seed: UInt64) {
    self.calls = calls
    numbers = SeededNumbers(seed: seed)
    for call in calls where call.kind == .said { for line in call.lines { judge.expect(line) } }
  }

  /// Stops the machine before and after each call, `seeded` times with all that is pending left to chance.
  mutating func run(in arena: Arena, from first: Int = 0, seeded: Int) throws {
    for (index, call) in calls.enumerated() {
      for line in call.kind == .said ? call.lines : [] { judge.hear(line) }
      disk.take(call)
      if index >= first { try look(after: index, in: arena, seeded: seeded) }
      disk.settle(call)
    }
    try look(after: calls.count, in: arena, seeded: seeded)
  }

  private mutating func look(after index: Int, in arena: Arena, seeded: Int) throws {
    try look(at: disk.image(.nothing, &numbers), after: index, in: arena)
    try look(at: disk.image(.everything, &numbers), after: index, in: arena)
    for _ in 0..<(disk.hasPending ? seeded : 0) {
      try look(at: disk.image(.seeded, &numbers), after: index, in: arena)
    }
  }

  private mutating func look(at image: Disk.Image, after index: Int, in arena: Arena) throws {
    let file = image[Arena.storeName]
    let backup = image[Arena.backupName]
    let digest = file.map {
      unsafe Checksum.xxh3($0.span.bytes) ^ (backup.map { unsafe Checksum.xxh3($0.span.bytes) } ?? 0)
    }
    if let digest, let length = lengths[digest], length >= judge.acknowledged?.sequence ?? 0 {
      skipped += 1
      return
    }
    if file == nil, judge.acknowledged == nil {
      skipped += 1
      return
    }
    try arena.empty()
    if let file { try Data(file).write(to: URL(fileURLWithPath: arena.store)) }
    if let backup { try Data(backup).write(to: URL(fileURLWithPath: Rehearsal.backupName(of: arena.store))) }
    count += 1
    for fault in judge.faults(of: arena.store) where faults.count < 10 {
      faults.append("image \(count), after call \(index): \(fault)")
    }
    if let digest, let length = judge.length { lengths[digest] = length }
  }
}

extension Call {
  /// The lines of what was said.
  var lines: [String] { String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) }
}
