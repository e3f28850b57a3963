import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Test(
  arguments: [
    ("an empty file", [], "bad:1: the file is empty\n"),
    ("nothing but line ends", [10, 10, 10], "bad:4: the file is empty\n"),
    (
      "UTF-16",
      [0xff, 0xfe] + "{\"a\":1}\n{\"b\":2}\n".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] },
      "bad:1: the file is UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)\n"
    ),
    (
      "UTF-32", [0xff, 0xfe, 0, 0] + "{\"a\":1}\n".utf8.flatMap { [$0, 0, 0, 0] },
      "bad:1: the file is UTF-32; convert it to UTF-8 (iconv -f UTF-32 -t UTF-8)\n"
    ),
    (
      "UTF-32 from the other end", [0, 0, 0xfe, 0xff] + "{\"a\":1}\n".utf8.flatMap { [0, 0, 0, $0] },
      "bad:1: the file is UTF-32; convert it to UTF-8 (iconv -f UTF-32 -t UTF-8)\n"
    ),
  ] as [(String, [UInt8], String)])
func `a file that holds no payload is refused once, and the other files are taken`(
  _ name: String, _ bytes: [UInt8], _ message: String
) throws {
  let folder = try TestFolder()
  try folder.write(SampleEvent.all.map(\.line), to: "events.ndjson")
  try folder.write(bytes, to: "bad")
  let result = try folder.run("import --store s.entstore --unsigned bad events.ndjson")
  #expect(
    result
      == ToolResult(
        code: 65, output: "7 read: 6 applied, 0 recorded, 0 duplicates, 1 refused\n", messages: message))
}

@Test func `input that has no end and is no text is refused at once, and the other files are taken`() throws {
  let folder = try TestFolder()
  try folder.write(SampleEvent.all.map(\.line), to: "events.ndjson")
  let words = ["import", "--store", "s.entstore", "--unsigned", "/dev/zero", "events.ndjson"]
  // Bounded in its seconds of CPU for the case that it never ends.
  let bounded = ["-c", #"ulimit -t 20 && exec "$@""#, "sh", ChildTool.tool] + words
  #expect(
    try ChildTool(bounded, in: folder, program: "/bin/sh").finish()
      == ToolResult(
        code: 65, output: "7 read: 6 applied, 0 recorded, 0 duplicates, 1 refused\n",
        messages: "/dev/zero:1: the file is binary, not text; decompress or export it first\n"))
}

@Test func `a binary file is refused line by line and never crashes`() throws {
  let folder = try TestFolder()
  var state: UInt64 = 42
  let noise = (0..<200_000).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 33)
  }
  try folder.write(noise, to: "bad")
  let result = try folder.run("import --store s.entstore --unsigned bad")
  #expect(result.code == 65 && result.output.contains(" 0 applied, 0 recorded, 0 duplicates, "))
  #expect(result.messages.split(separator: "\n").dropLast().allSatisfy { $0.hasPrefix("bad:") })
  #expect(!result.messages.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "no control bytes")
}

@Test func `the store itself is no input`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("import --store t.entstore --unsigned s.entstore")
  #expect(result.code == 65 && result.output.contains(" 0 applied"))
}

@Test func `a missing file stops the import before anything is written`() throws {
  let folder = try TestFolder()
  try folder.write(SampleEvent.all.map(\.line), to: "events.ndjson")
  for files in ["events.ndjson none.ndjson", "none.ndjson events.ndjson", "- none.ndjson events.ndjson"] {
    #expect(
      try folder.run("import --store s.entstore --unsigned \(files)", input: SampleEvent.all[0].line)
        == ToolResult(
          code: 66, output: "",
          messages: "Error: none.ndjson: No such file or directory. Nothing was taken\n"))
  }
  #expect(try folder.names == ["events.ndjson"])
}

@Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
func `a folder that may not be written is named, and nothing is made`() throws {
  let folder = try TestFolder()
  try folder.write(SampleEvent.all.map(\.line), to: "events.ndjson")
  try FileManager.default.createDirectory(atPath: folder["closed"], withIntermediateDirectories: false)
  unsafe chmod(folder["closed"], 0o500)
  defer { unsafe chmod(folder["closed"], 0o700) }
  let result = try folder.run("import --store closed/s.entstore --unsigned events.ndjson")
  #expect((result.code == 66 || result.code == 74) && result.output == "")
  #expect(result.messages.contains("closed/s.entstore"))
}

@Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
func `an input that may not be read is named`() throws {
  let folder = try TestFolder()
  try folder.write(SampleEvent.all.map(\.line), to: "events.ndjson")
  unsafe chmod(folder["events.ndjson"], 0)
  let result = try folder.run("import --store s.entstore --unsigned events.ndjson")
  #expect(
    result
      == ToolResult(
        code: 66, output: "", messages: "Error: events.ndjson: Permission denied. Nothing was taken\n"))
}

@Test(arguments: [
  ("{", "it is not the JSON that is expected: it ends too early, at byte 1"),
  ("[]", "the document must be an object"),
  (#"{"entitlement": {}}"#, "entitlement is unknown; known are entitlements, products"),
  (
    #"{"entitlements": {"pro": {"appstore": []}}}"#,
    "entitlements.pro.appstore is unknown; known are appStore, stripe, playStore, includes"
  ),
  (#"{"entitlements": {"pro": {"appStore": "a"}}}"#, "entitlements.pro.appStore must be a list of texts"),
  (
    #"{"entitlements": {"pro": {"includes": ["basic"]}}}"#,
    "entitlements.pro.includes names basic, which is no key of the catalog"
  ),
  (
    #"{"products": {"p": {"duration": "P1M"}}}"#,
    #"products.p.duration is "P1M"; write days, weeks or hours, such as P30D, P2W or PT12H "#
      + "(months and years differ in length)"
  ),
])
func `a catalog with a mistake is refused by its place, and the old one stays`(
  _ text: String, _ reason: String
) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.write(text, to: "bad.json")
  let before = try folder.run("catalog show --store s.entstore --json").output
  let result = try folder.run("catalog set --store s.entstore bad.json")
  #expect(result == ToolResult(code: 65, output: "", messages: "Error: bad.json: \(reason)\n"))
  #expect(try folder.run("catalog show --store s.entstore --json").output == before)
}
