import Entstore
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What `doctor --json` prints.
private struct Report: Decodable {
  struct Finding: Decodable {
    let level: String
    let about: String
    let what: String
    let remedy: String?
    let values: [String: Int64]
    let head: Head?
  }

  struct Head: Decodable {
    let sequence: UInt64
    let link: String
  }

  let isWell: Bool
  let problems: Int
  let warnings: Int
  let findings: [Finding]

  func levels(of about: String) -> [String] { findings.filter { $0.about == about }.map(\.level) }
}

extension TestFolder {
  fileprivate func doctor(_ store: String = "s.entstore") throws -> Report {
    let result = try run("doctor --store \(store) --json")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(result.code == (report.isWell ? 0 : 1) && result.messages == "")
    #expect(report.isWell == (report.problems == 0))
    return report
  }
}

@Test func `doctor tells what a sound store is like`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let report = try folder.doctor()
  #expect(report.isWell)
  // Where the tests run, and how much room there is, is the machine's own affair.
  let own = report.findings.filter { !["place", "room"].contains($0.about) }
  #expect(
    own.map(\.about) == [
      "versions", "file", "permissions", "opening", "log", "holders", "clock", "map", "pages", "readers",
      "writer",
    ])
  #expect(own.allSatisfy { $0.level == ($0.about == "holders" ? "note" : "ok") && $0.remedy == nil })
  let log = try #require(own.first { $0.about == "log" })
  #expect(log.values["events"] == 7 && log.values["lineages"] == 3)
  let backup = try folder.run("backup --store s.entstore b.entstore").output
  let link = backup.split(separator: " ").last!.dropLast()
  #expect(log.what.hasSuffix("head " + link))
  #expect(log.head?.sequence == 7 && log.head?.link ?? "" == link)
  #expect(own.count { $0.head != nil } == 1)
}

@Test func `doctor and stats mean the same by what holds nothing`() throws {
  struct Counts: Decodable {
    let fileBytes, usedBytes: Int64
  }
  let folder = try TestFolder()
  try folder.makeStore()
  let stats = try folder.run("stats --store s.entstore --json").output
  let counts = try JSONDecoder().decode(Counts.self, from: Data(stats.utf8))
  let pages = try #require(try folder.doctor().findings.first { $0.about == "pages" })
  let free = try #require(pages.values["freeBytes"])
  #expect(free > 0 && counts.fileBytes - counts.usedBytes == free)
}

@Test func `doctor prints a line for each finding and one for all of them`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("doctor --store s.entstore")
  let lines = result.output.split(separator: "\n")
  #expect(result.code == 0 && lines[0].hasPrefix("ok       versions     entstore 0.1.0, LMDB 0."))
  #expect(lines.contains { $0.hasPrefix("ok       opening      format 2, production, any app") })
  #expect(lines.last!.hasPrefix("0 problems, "))
}

@Test(arguments: [
  ("none", "file", "there is no store at none"), (".", "file", ". is a folder"),
  ("events.ndjson", "opening", "it is something else, and was left as it is"),
  ("cut", "opening", "its end is missing"), ("short", "opening", "no store that can be opened"),
  ("empty", "opening", "no store that can be opened"), ("zeros", "opening", "neither of its two headers"),
  ("version", "opening", "it is of another LMDB format"),
  ("foreign", "opening", "it is an LMDB file, but not one of entstore's"),
])
func `doctor names what keeps a store from being opened, and what to do`(
  _ name: String, _ about: String, _ what: String
) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let whole = try folder.read("s.entstore")
  try folder.write(whole.dropLast(4_096), to: "cut")
  try folder.write(whole.prefix(100), to: "short")
  try folder.write([], to: "empty")
  try folder.write([UInt8](repeating: 0, count: 8_192) + whole.dropFirst(8_192), to: "zeros")
  var other = whole
  for page in [0, 4_096] { other[page + 20] = 77 }
  try folder.write(other, to: "version")
  // Other names for all tables, in the same order.
  var foreign = whole
  let tables = [
    "accounts", "blobs", "by_date", "changes", "deadlines", "entitlements", "events", "lineages", "meta",
    "timeline",
  ]
  for table in tables.map({ Array($0.utf8) }) {
    for place in whole.indices.dropLast(table.count)
    where whole[place..<place + table.count].elementsEqual(table) {
      foreign[place + table.count - 1] = UInt8(ascii: "x")
    }
  }
  try folder.write(foreign, to: "foreign")
  let report = try folder.doctor(name)
  let last = try #require(report.findings.last)
  #expect(report.problems == 1 && last.level == "problem" && last.about == about)
  #expect(last.what.contains(what) && last.remedy != nil)
}

@Test func `doctor warns where one more commit has left a trace`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  #expect(try folder.doctor().levels(of: "log") == ["ok"])
  var bytes = try folder.read("s.entstore")
  // The lowest byte of a header's number.
  let last = bytes[144] > bytes[4_096 + 144] ? 144 : 4_096 + 144
  bytes[last] -= 2
  try folder.write(bytes, to: "lowered")
  let report = try folder.doctor("lowered")
  #expect(report.isWell && report.levels(of: "log") == ["ok", "warning"])
  #expect(report.findings.contains { $0.about == "log" && $0.remedy?.contains("restore a backup") == true })
}

@Test func `doctor ends with an answer whatever page is damaged`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.run("compact --store s.entstore")
  let whole = try folder.read("s.entstore")
  var problems = 0
  for page in 0..<whole.count / 4_096 {
    var bytes = whole
    for offset in 0..<4_096 { bytes[page * 4_096 + offset] = 0 }
    try folder.write(bytes, to: "damaged.entstore")
    problems += try folder.doctor("damaged.entstore").problems
  }
  #expect(problems >= 2, "the pages that say what the file is, at the least")
}

@Test func `doctor warns of what others may read, write or replace`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  unsafe chmod(folder["s.entstore"], 0o640)
  unsafe chmod(folder["s.entstore-lock"], 0o622)
  #expect(try folder.doctor().levels(of: "permissions") == ["warning", "warning"])
  unsafe chmod(folder["s.entstore"], 0o600)
  unsafe chmod(folder["s.entstore-lock"], 0o600)
  try FileManager.default.createDirectory(atPath: folder["open"], withIntermediateDirectories: false)
  unsafe chmod(folder["open"], 0o777)
  try folder.copy("s.entstore", to: "open/s.entstore")
  #expect(try folder.doctor("open/s.entstore").levels(of: "permissions") == ["warning"])
}

@Test func `a store may have a name of one letter`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.copy("s.entstore", to: "s")
  #expect(try folder.doctor("s").isWell)
  #expect(try !folder.doctor("t").isWell)
}

#if os(Linux)
  @Test
  func `doctor and every other command name a store that is open by another lock file, and end with 75`()
    throws
  {
    let folder = try TestFolder()
    try folder.makeStore()
    let importer = try ChildTool(
      ["import", "--store", "s.entstore", "--unsigned", "-"], in: folder, input: nil)
    // Once this is sent, the importer reads, and has the store open.
    try importer.send([UInt8](repeating: UInt8(ascii: "\n"), count: 2 << 20))
    try FileManager.default.linkItem(atPath: folder["s.entstore"], toPath: folder["other"])
    let what = "is open elsewhere under another name, or since before its lock file was removed"
    for command in [
      "query --subject ann", "grant --subject ann --key pro --forever", "backup copy", "verify",
    ] {
      let result = try folder.run("\(command) --store other")
      #expect(result.code == 75 && result.messages.contains("other \(what)"), "\(command): \(result)")
    }
    let report = try folder.doctor("other")
    #expect(report.levels(of: "opening") == ["problem"])
    #expect(report.findings.contains { $0.about == "opening" && $0.what.contains(what) })
    #expect(importer.finish().code == 0)
    #expect(try folder.run("verify --store other").code == 0)
  }
#endif

@Test func `doctor warns of a second name and of copies that were never finished`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  try FileManager.default.linkItem(atPath: folder["s.entstore"], toPath: folder["other"])
  try folder.write("", to: "s.entstore.compact-2147483646")
  try folder.write("", to: "s.entstore.unfinished-\(getpid())")
  try folder.write("", to: "s.entstore.unfinished-0a1b2c3d")
  try folder.write("", to: "backup.unfinished-2147483646")
  try folder.write("", to: "backup.unfinished-notes")
  let report = try folder.doctor()
  #expect(report.levels(of: "links") == ["warning"])
  #expect(report.levels(of: "leftovers") == ["warning", "warning", "warning", "note"])
  let backup = try #require(
    report.findings.first { $0.what.hasPrefix("backup.unfinished-2147483646, which was to be backup,") })
  #expect(backup.remedy?.hasPrefix("Remove it") == true)
}

@Test func `doctor warns of a clock that is behind what was signed`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let today = (Date().timeIntervalSince1970 * 1_000 - Double(SampleEvent.firstDay)) / 86_400_000
  try folder.write([SampleEvent(id: "tomorrow", signed: today + 1).line], to: "more.ndjson")
  try folder.run("import --store s.entstore --unsigned more.ndjson")
  let report = try folder.doctor()
  let clock = try #require(report.findings.first { $0.about == "clock" })
  #expect(clock.level == "warning" && clock.values["behindMilliseconds"]! > 86_000_000 && clock.remedy != nil)
}

@Test func `doctor tells who reads an old snapshot, and what that keeps from being used again`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let store = try EntitlementStore(path: folder["s.entstore"], opening: .existing)
  try store.read { _ in
    for number in 0..<3 {
      try store.write { _ = try $0.grant("pro", to: Subject("s\(number)"), until: nil) }
    }
    let report = try folder.doctor()
    let reader = try #require(report.findings.first { $0.about == "readers" && $0.values["process"] != nil })
    #expect(reader.values["process"] == Int64(getpid()) && reader.values["commitsBehind"] == 3)
    #expect(reader.level == "note" && reader.values["pinnedBytes"]! > 0)
  }
  #expect(try folder.doctor().levels(of: "readers") == ["ok"])
}

@Test func `doctor finds the slot of a reader that was killed, and frees it`() throws {
  let folder = try TestFolder()
  let events = (0..<400).map { SampleEvent(id: "more\($0)", subject: "sub\($0)", lineage: "line\($0)") }
  try folder.write(events.map(\.line), to: "events.ndjson")
  try folder.run("import --store s.entstore --unsigned events.ndjson")
  let reader = try SlowReader(folder[".results"])
  let export = try ChildTool(["export", "--store", "s.entstore"], in: folder, output: folder[".results"])
  #expect(reader.readOne())
  let during = try folder.doctor()
  #expect(during.findings.contains { $0.values["process"] == Int64(export.pid) })
  // Somebody who has the file open keeps the slots as they are when the reader is gone.
  let store = try EntitlementStore(path: folder["s.entstore"], opening: .readOnly)
  export.signal(SIGKILL)
  _ = export.finish()
  #expect(try folder.doctor().findings.contains { $0.values["dead"] == 1 })
  #expect(try !folder.doctor().findings.contains { $0.values["dead"] != nil })
  store.close()
}
