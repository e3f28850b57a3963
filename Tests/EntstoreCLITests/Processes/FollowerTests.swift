import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A store that others follow, step by step: purchases, catalog, policies, tokens, who holds what, and who is erased: somebody
/// whose purchases go with them, somebody who had moved theirs on, and one who comes back.
private let steps: [[String]] = [
  ["import --unsigned --app app first.ndjson", "catalog set catalog.json"],
  ["grant --subject kim --key pro --until 2100-01-01 --reason gift", "token --subject lee"],
  ["policy set --restore transfer --soak PT5M", "import --unsigned second.ndjson"],
  ["claim --subject kim --lineage 3000 --reason restore", "share --lineage 2000 --with kim"],
  [
    "transfer --lineage 1000 --to lee --reason case-17", "catalog set other.json",
    "claim --subject mia --lineage 3000",
  ],
  [
    "share --lineage 2000 --with kim --end", "erase --subject bob --reason asked",
    "import --unsigned third.ndjson",
  ],
  ["erase --subject ann", "erase --subject kim --reason asked", "grant --subject kim --key pro --for P30D"],
  [
    "policy set --known-tokens-only yes --retry-window P30D",
    "grant --subject mia --key basic --for P30D --trial",
  ],
]

extension TestFolder {
  fileprivate func prepare() throws {
    try write(SampleEvent.all[..<3].map(\.line), to: "first.ndjson")
    try write(SampleEvent.all[3...].map(\.line), to: "second.ndjson")
    try write([SampleEvent(id: "late", subject: "bob", lineage: "9000", signed: 12).line], to: "third.ndjson")
    try write(SampleEvent.catalog, to: "catalog.json")
    try write(#"{"entitlements": {"pro": {"appStore": ["app.pro", "app.basic"]}}}"#, to: "other.json")
  }

  fileprivate func takeStep(_ number: Int) throws {
    for command in steps[number] {
      let result = try run("\(command) --store primary")
      #expect(result.code < 2, "\(command): \(result.messages)")
    }
  }

  fileprivate func makePrimary() throws {
    try prepare()
    for number in steps.indices { try takeStep(number) }
  }

  /// How many events a store holds; 0 where there is none yet.
  fileprivate func count(_ store: String) throws -> Int {
    let result = try run("stats --store \(store) --json")
    return result.output.firstMatch(of: /"events": ([0-9]+)/).flatMap { Int($0.1) } ?? 0
  }

  fileprivate func lines(after: Int = 0) throws -> [UInt8] {
    let result = try run("export --store primary --after \(after)")
    #expect(result.code == 0)
    return Array(result.output.utf8)
  }

  @discardableResult
  fileprivate func take(_ lines: some Sequence<UInt8>) throws -> ToolResult {
    try write(lines, to: "lines.ndjson")
    return try run("import --unsigned --follow --store follower lines.ndjson")
  }

  /// What the page says to run, again and again.
  fileprivate func follow() throws {
    let lines = try lines(after: count("follower"))
    if lines.isEmpty { return }
    #expect(try take(lines).code == 0)
  }

  /// Everything that a store answers, whatever order it came in.
  private func answers(_ store: String) throws -> [ToolResult] {
    let subjects = ["ann", "bob", "kim", "lee", "mia"].map { "query --json --at 2026-02-01 --subject \($0)" }
    let commands =
      subjects + [
        "history --json", "conflicts --json", "unbound --json", "policy show --json", "catalog show --json",
        "token --subject lee",
      ]
    return try commands.map { command in
      let result = try run("\(command) --store \(store)")
      return ToolResult(
        code: result.code, output: result.output.replacing(/"sequence": [0-9]+/, with: ""),
        messages: result.messages)
    }
  }

  fileprivate func expectSame() throws {
    #expect(try run("verify --store follower").code == 0)
    #expect(try count("follower") == count("primary"))
    for (follower, primary) in zip(try answers("follower"), try answers("primary")) {
      #expect(follower == primary)
    }
  }
}

@Test func `a follower that asks for what is after its own count has the same log at every step`() throws {
  let folder = try TestFolder()
  try folder.prepare()
  for number in steps.indices {
    try folder.takeStep(number)
    try folder.follow()
    #expect(try folder.run("export --store follower") == folder.run("export --store primary"))
  }
  try folder.expectSame()
}

@Test func `a follower goes on after an export that was cut off anywhere`() throws {
  let folder = try TestFolder()
  try folder.makePrimary()
  let whole = try folder.lines()
  let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
  // Nothing, part of a line, a line without its newline, whole lines, and all but the last byte.
  for cut in [0, 40, ends[0], ends[0] + 1, ends[3] + 100, ends[5] + 1, ends[6] + 12, whole.count - 2] {
    let before = try folder.count("follower")
    let rest = try folder.lines(after: before)
    let part = rest.prefix(max(0, cut - (whole.count - rest.count)))
    if part.isEmpty { continue }
    let result = try folder.take(part)
    let isWhole = part.last == UInt8(ascii: "\n") || rest[part.count] == UInt8(ascii: "\n")
    #expect(result.code == (isWhole ? 0 : 65), "half a line is refused, and the rest taken")
    #expect(
      try folder.count("follower") == before + rest.prefix(part.count + 1).count { $0 == UInt8(ascii: "\n") })
  }
  try folder.follow()
  #expect(try folder.run("export --store follower") == folder.run("export --store primary"))
  try folder.expectSame()
}

@Test(arguments: [SIGKILL, SIGTERM])
func `a follower goes on after an import that was killed or interrupted`(_ number: Int32) throws {
  let folder = try TestFolder()
  try folder.makePrimary()
  try folder.take(folder.lines().prefix { $0 != UInt8(ascii: "\n") })
  let whole = try folder.lines(after: 1)
  let importer = try ChildTool(
    ["import", "--store", "follower", "--unsigned", "--follow", "-"], in: folder, input: nil)
  // More than a pipe and a reader's buffer hold: once it is sent, the lines have been read.
  try importer.send(whole.prefix(whole.count / 2) + [UInt8](repeating: UInt8(ascii: "\n"), count: 2 << 20))
  importer.signal(number)
  let result = importer.finish(closingInput: false)
  #expect(result.code == (number == SIGKILL ? -SIGKILL : 128 + SIGTERM))
  #expect(try folder.run("verify --store follower").code == 0)
  let taken = try folder.count("follower")
  #expect(number == SIGKILL || taken > 1, "what was read when the signal came is committed")
  #expect(try folder.lines().starts(with: folder.run("export --store follower").output.utf8))
  try folder.follow()
  try folder.expectSame()
}

@Test func `lines that come again make no difference`() throws {
  let folder = try TestFolder()
  try folder.makePrimary()
  let lines = try folder.lines()
  #expect(try folder.take(lines.prefix(lines.count / 2)).code == 65)
  #expect(try folder.take(lines + lines).code == 0)
  #expect(try folder.take(lines).code == 0)
  #expect(try folder.run("export --store follower") == folder.run("export --store primary"))
  try folder.expectSame()
}

// Catalog and policies are those that came last, so what was left out must not come after what was not.
@Test func `what comes after a gap is refused, and the same log comes of going on`() throws {
  let folder = try TestFolder()
  try folder.makePrimary()
  let lines = try folder.lines().split(separator: UInt8(ascii: "\n"))
  let withGap = (lines[..<2] + lines[5...]).flatMap { $0 + [UInt8(ascii: "\n")] }
  let result = try folder.take(withGap)
  #expect(result.code == 65 && result.output.hasPrefix("3 read: "))
  #expect(
    // Said once: nothing behind it can be taken either.
    result.messages
      == "lines.ndjson:3: it is event 6, and the store has 2: what is between is missing. Nothing from here on was taken\n"
  )
  #expect(try folder.count("follower") == 2)
  try folder.follow()
  #expect(try folder.run("export --store follower") == folder.run("export --store primary"))
  try folder.expectSame()
}

@Test func `a store with events of its own does not follow`() throws {
  let folder = try TestFolder()
  try folder.makePrimary()
  try folder.run("backup --store primary follower")
  try folder.run("grant --store follower --subject zoe --key pro --forever")
  try folder.run("grant --store primary --subject yan --key pro --forever")
  let before = try folder.run("export --store follower")
  let last = try folder.lines(after: folder.count("primary") - 1)
  let result = try folder.take(last)
  #expect(result.code == 65 && result.messages.contains("it has events of its own and cannot follow"))
  #expect(try folder.run("export --store follower") == before)
  let plain = try folder.run("import --unsigned --follow --store follower first.ndjson")
  #expect(plain.code == 65 && plain.messages.contains("it is no line of an export"))
}

@Test func `a backup begins a follower, which goes on by its own count`() throws {
  let folder = try TestFolder()
  try folder.prepare()
  for number in 0..<3 { try folder.takeStep(number) }
  try folder.run("backup --store primary follower")
  for number in 3..<steps.count {
    try folder.takeStep(number)
    try folder.follow()
  }
  #expect(try folder.run("export --store follower") == folder.run("export --store primary"))
  try folder.expectSame()
}

@Test func `whatever a follower has when somebody is erased, it ends with the same log`() throws {
  let folder = try TestFolder()
  try folder.prepare()
  var ends = [0]
  for number in steps.indices {
    try folder.takeStep(number)
    ends.append(try folder.count("primary"))
    try folder.run("backup --store primary after-\(number)")
  }
  let whole = try folder.run("export --store primary")
  #expect(whole.output.contains(#""erased":{"digest""#))
  for number in steps.indices {
    // What it had before comes from the primary as it was then, or from what the primary is by now.
    let last = try folder.run("export --store primary").output.split(separator: "\n").prefix(ends[number + 1])
    for beginning in [
      try folder.run("export --store after-\(number)").output, last.map { $0 + "\n" }.joined(),
    ] {
      for name in ["follower", "follower-lock"] { try? FileManager.default.removeItem(atPath: folder[name]) }
      #expect(try folder.take(beginning.utf8).code == 0)
      #expect(try folder.run("verify --store follower").code == 0)
      let before = try folder.count("follower")
      let rest = try folder.lines(after: before - 1)
      // Cut off in its middle, and begun again.
      #expect(try folder.take(rest.prefix(rest.count * 2 / 3)).code == 65 || rest.count < 1_000)
      try folder.follow()
      #expect(try folder.run("export --store follower") == whole)
      #expect(try folder.run("verify --store follower").code == 0)
    }
  }
  try folder.expectSame()
}
