import Foundation
import Testing

/// A file is refused as a whole where it is no text, and line by line where a line of it is none.
struct BinaryFileTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  @Test(
    arguments: ["id,date", "Ärger,Größe", "plain words"],
    ["\0", "\u{1e}", "\u{0c}", "\u{1b}"])
  func `text with a control character at its beginning loses that line and no other`(
    _ header: String, _ character: String
  ) throws {
    let events = SampleEvent.all.map(\.line)
    let beginnings = [
      [header + character, "more"], [header, "mo" + character + "re"], [character + header, ""],
      [header, #"{"a": "\#(character)"}"#],
    ]
    for beginning in beginnings {
      try folder.write(beginning + events, to: "in.ndjson")
      let refused = beginning.count { !$0.isEmpty }
      let result = try folder.run("import --store s.entstore --unsigned in.ndjson")
      #expect(result.code == 65)
      #expect(
        result.output.hasPrefix("\(refused + 6) read: ") && result.output.hasSuffix(" \(refused) refused\n"))
      let places = result.messages.split(separator: "\n").map { $0.prefix { $0 != " " } }
      #expect(places == (1...refused).map { "in.ndjson:\($0):" }, "\(result.messages)")
    }
  }

  /// What compressed files and images are like behind their first bytes.
  private static let noise: [UInt8] = {
    var state: UInt64 = 42
    return (0..<20_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }()

  /// The first page of a SQLite file whose tables have filled it.
  private static let database: [UInt8] = {
    var page = Array("SQLite format 3\0".utf8)
    page += [16, 0, 1, 1, 0, 64, 32, 32, 0, 0, 0, 2, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 64)
    page += [13, 0, 0, 0, 9, 0, 170, 0]
    let columns = (0..<40).map { "column\($0)" }.joined(separator: ", ")
    for table in "abcdefghi" {
      page += [0x83, 0x1d, 7, 1, 6, 23, 17, 17, 1, 0x87, 5]
      page += Array("table\(table)\(table)".utf8) + [2] + Array("CREATE TABLE \(table)(\(columns))".utf8)
    }
    return page
  }()

  @Test(
    arguments: [
      ("noise", noise), ("gzip", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + noise),
      ("a small gzip", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      ("zip", Array("PK\u{3}\u{4}".utf8) + [20, 0, 0, 0, 8, 0] + noise),
      ("zstd", [0x28, 0xb5, 0x2f, 0xfd] + noise),
      ("PNG", [0x89] + Array("PNG\r\n\u{1a}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8) + noise),
      ("JPEG", [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF\0".utf8) + noise),
      ("SQLite", database), ("zeros", [UInt8](repeating: 0, count: 5_000)),
      ("UTF-16 without its mark", "id,date\n1,2\n".utf8.flatMap { [$0, 0] }),
    ] as [(String, [UInt8])])
  func `what is no text is refused once, as a whole`(_ name: String, _ bytes: [UInt8]) throws {
    try folder.write(bytes, to: "in")
    #expect(
      try folder.run("import --store s.entstore --unsigned in").messages.hasPrefix(
        "in:1: the file is binary, not text; decompress or export it first\n"), "\(name)")
  }

  @Test func `a store is refused as a whole too`() throws {
    try folder.makeStore()
    let result = try folder.run("import --store t.entstore --unsigned s.entstore")
    #expect(result.output.hasPrefix("1 read: "))
    #expect(result.messages.hasPrefix("s.entstore:1: the file is binary, not text; "))
  }
}
