import EntstoreLMDB
import Foundation
import Testing

/// A file's header is believed by the engine; what stands in it must not end the process.
struct HostileHeaderTests {
  let scratch = Scratch()

  /// A file of two headers that say this.
  private func write(pageBytes: UInt32, lastPage: UInt64) throws {
    try LMDBEnvironment.opened(scratch["sound"], tables: []).close()
    let header = try Data(contentsOf: URL(fileURLWithPath: scratch["sound"])).prefix(152)
    var file = Data(count: Int(pageBytes) * 2)
    for (number, start) in [0, Int(pageBytes)].enumerated() {
      file.replaceSubrange(start..<start + 152, with: header)
      for place in 0..<8 {
        if place < 4 {
          file[start + 40 + place] = UInt8(truncatingIfNeeded: pageBytes >> (8 * UInt32(place)))
        }
        file[start + 136 + place] = UInt8(truncatingIfNeeded: lastPage >> (8 * UInt64(place)))
        file[start + 144 + place] = place == 0 ? UInt8(number + 2) : 0
      }
    }
    try file.write(to: URL(fileURLWithPath: scratch.path))
  }

  @Test(arguments: [4_096, 16_384, 65_536] as [UInt32], [1 << 20, (1 << 47) - 1, 1 << 47, .max] as [UInt64])
  func `a last page that no file can have is an error`(pageBytes: UInt32, lastPage: UInt64) throws {
    try write(pageBytes: pageBytes, lastPage: lastPage)
    #expect(throws: LMDBError.self) { try LMDBEnvironment.opened(scratch.path, .existing, tables: []) }
    var file = try DamagedFile(path: scratch.path)
    try file.forEachEntry(where: { _ in true }, { _, _, _ in false })
  }
}
