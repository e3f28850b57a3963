import Foundation

/// A store of some dozens of customers, written in several commits, and what is right about it.
struct DamageSample {
  let folder: TestFolder
  let sound: [UInt8]
  let earlier: [UInt8]
  let export: ToolResult
  let history: ToolResult
  let answers: [String: ToolResult]

  static let subjects = (0..<24).map { "customer-\($0)" }
  /// Has got a row in the last commits.
  static let claimant = "customer-7"
  /// A subject without a purchase is told so on a sound store only.
  static let asked = subjects + ["nobody"]

  /// What other commands say of the sound store, by their words.
  let told: [String: ToolResult]

  static let questions = [
    "stats", "history", "history --subject customer-5", "history --lineage 1005", "catalog show",
    "catalog log",
    "conflicts", "unbound", "policy show", "query --lineage 1007", "token --show minted",
  ]

  init() throws {
    folder = try TestFolder()
    try folder.write(SampleEvent.catalog, to: "catalog.json")
    try folder.run("catalog set --store s.entstore catalog.json")
    var earlier: [UInt8] = []
    for month in 0..<4 {
      let begins = Double(30 * month)
      let events = Self.subjects.enumerated().map { place, subject in
        SampleEvent(
          type: month == 0 ? "SUBSCRIBED" : "DID_RENEW", id: "\(subject)-\(month)", subject: subject,
          lineage: "\(1_000 + place)", signed: begins, begins: begins,
          ends: begins + 30 + (place % 3 == month ? 200 : 0))
      }
      try folder.write(events.map(\.line) + [Self.longLine(month)], to: "events.ndjson")
      try folder.run("import --store s.entstore --unsigned events.ndjson")
      if month == 2 { earlier = try folder.read("s.entstore") }
    }
    try folder.run("claim --store s.entstore --subject \(Self.claimant) --lineage 1003")
    try folder.run("token --store s.entstore --map minted --subject customer-9")
    self.earlier = earlier
    let words = { (question: String) in "\(question) --store s.entstore" }
    sound = try folder.read("s.entstore")
    export = try folder.run("export --store s.entstore")
    history = try folder.run("history --store s.entstore --lineage 1005")
    var (answers, told): ([String: ToolResult], [String: ToolResult]) = ([:], [:])
    for subject in Self.asked { answers[subject] = try folder.run(Self.query(subject, "s.entstore")) }
    for question in Self.questions { told[question] = try folder.run(words(question)).withoutSizes }
    (self.answers, self.told) = (answers, told)
  }

  /// An event of nobody's with a payload that takes pages of its own.
  private static func longLine(_ month: Int) -> String {
    var random = Seed(state: UInt64(month))
    let text = (0..<1_000).map { _ in String(random.next(), radix: 36) }.joined()
    let event = SampleEvent(
      id: "long-\(month)", subject: nil, lineage: "\(3_000 + month)", signed: 5, begins: 5, ends: 35)
    return #"{"note": "\#(text)", "# + event.line.dropFirst()
  }

  static func query(_ subject: String, _ store: String) -> String {
    "query --store \(store) --subject \(subject) --key pro --at 2026-04-20"
  }

  /// Whether nothing in it says that it was a store.
  static func isNothing(_ bytes: [UInt8]) -> Bool { bytes.count < 152 }

  /// Runs the tool on these bytes, with a bound on its seconds of CPU for the case that it never ends.
  func run(_ line: String, on bytes: [UInt8]) throws -> ToolResult {
    try folder.write(bytes, to: "damaged.entstore")
    let words = line.split(separator: " ").map(String.init)
    let bounded = ["-c", #"ulimit -t 30 && exec "$@""#, "sh", ChildTool.tool]
    return try ChildTool(bounded + words, in: folder, program: "/bin/sh").finish()
  }
}

extension ToolResult {
  /// Without what `stats` says of the length of the file.
  var withoutSizes: ToolResult {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).filter {
      !$0.hasPrefix("fileBytes") && !$0.hasPrefix("usedBytes")
    }
    return ToolResult(code: code, output: lines.joined(separator: "\n"), messages: messages)
  }
}
