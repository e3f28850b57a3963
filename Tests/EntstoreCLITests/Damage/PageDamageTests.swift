import Foundation
import Testing

/// Every page of a store, damaged in a way that LMDB does not survive or takes for something else.
struct PageDamageTests {
  private let folder: TestFolder
  private let file: [UInt8]
  private static let pageBytes = 4_096
  private static let eventCount = 400

  init() throws {
    folder = try TestFolder()
    let lines = (0..<Self.eventCount).map { number in
      SampleEvent(id: "e\(number)", subject: "s\(number % 50)", lineage: "l\(number % 50)").line
    }
    try folder.write(lines, to: "in")
    try #require(try folder.run("import --store s.entstore --unsigned in").code == 0)
    file = try folder.read("s.entstore")
  }

  private func damage(_ page: Int, _ offset: Int, _ bytes: [UInt8]) throws {
    var damaged = file
    damaged.replaceSubrange(
      page * Self.pageBytes + offset..<page * Self.pageBytes + offset + bytes.count, with: bytes)
    try Data(damaged).write(to: URL(fileURLWithPath: folder["d.entstore"]))
  }

  @Test func `doctor reports, whatever the engine ends of`() throws {
    for page in 2..<file.count / Self.pageBytes {
      try damage(page, 21, [255])
      let result = try folder.run("doctor --store d.entstore --json")
      #expect([0, 1].contains(result.code), "page \(page): \(result.messages)")
      #expect(result.output.hasPrefix("{\"isWell\": "), "page \(page)")
    }
  }

  @Test func `where the engine would end the process, the tool says so in a line of its own and in no other`()
    throws
  {
    let line = """
      Error: entstore ended in a fault: the store's file is damaged, or memory has run out, or the fault is entstore's own. \
      Run 'entstore verify': where it calls the store sound, look at limits ('ulimit -v') and memory.

      """
    var ends = 0
    for page in 2..<file.count / Self.pageBytes {
      // Of no kind at all.
      try damage(page, 10, [0, 0])
      let messages = try folder.run("export --store d.entstore").messages
      if messages.contains("ended in a fault") {
        ends += 1
        #expect(messages == line, "page \(page)")
      }
    }
    #expect(ends > 0)
  }

  @Test func `an export that ends with 0 is whole`() throws {
    for page in 2..<file.count / Self.pageBytes {
      // A leaf without an entry, wherever a page is.
      try damage(page, 10, [2, 0, 16, 0])
      let result = try folder.run("export --store d.entstore")
      let lineCount = result.output.utf8.count { $0 == UInt8(ascii: "\n") }
      #expect(result.code != 0 || lineCount == Self.eventCount, "page \(page): \(lineCount) lines")
    }
  }
}
