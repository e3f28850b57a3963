import Foundation
import Testing

/// Copies of a store, each damaged by its seed. `ENTSTORE_TORTURE=10` tries ten times as many.
@Suite(.serialized) struct DamageTortureTests {
  // One test after the other uses it.
  nonisolated(unsafe) private static let sample = Result { try DamageSample() }
  private static let copies =
    3 * (ProcessInfo.processInfo.environment["ENTSTORE_TORTURE"].flatMap { Int($0) } ?? 1)

  private let sample: DamageSample

  init() throws {
    sample = unsafe try Self.sample.get()
  }

  private func forEachCopy(
    of damage: PageDamage, _ body: (_ bytes: [UInt8], _ random: inout Seed, _ what: Comment) throws -> Void
  ) throws {
    for seed in 1...UInt64(Self.copies) {
      var random = Seed(state: seed)
      let bytes = damage.done(to: sample.sound, earlier: sample.earlier, &random)
      if bytes == sample.sound { continue }
      try body(bytes, &random, "\(damage), seed \(seed)")
    }
  }

  /// An error says what is wrong, and nothing else is said.
  private func expectError(_ result: ToolResult, on bytes: [UInt8], _ what: Comment) {
    #expect(result.code == (DamageSample.isNothing(bytes) ? 66 : 74), what)
    #expect(result.messages.hasPrefix("Error: "), what)
  }

  @Test(arguments: PageDamage.allCases)
  func `verify always ends with a report, and calls nothing sound that lacks or changes anything`(
    _ damage: PageDamage
  ) throws {
    try forEachCopy(of: damage) { bytes, random, what in
      let verify = try sample.run("verify --store damaged.entstore", on: bytes)
      switch verify.code {
      case 0: break
      case 1:
        #expect(verify.output.contains("not sound: ") && !verify.output.contains("signal 24"), what)
        return
      default: return expectError(verify, on: bytes, what)
      }
      #expect(try sample.run("export --store damaged.entstore", on: bytes) == sample.export, what)
      #expect(
        try sample.run("history --store damaged.entstore --lineage 1005", on: bytes) == sample.history, what)
      for subject in DamageSample.asked.shuffled(using: &random).prefix(4) + ["nobody"] {
        #expect(
          try sample.run(DamageSample.query(subject, "damaged.entstore"), on: bytes)
            == sample.answers[subject], what)
      }
      // What is sound stays so when it is written to.
      let rebuild = try sample.run("rebuild --store damaged.entstore", on: bytes)
      #expect(rebuild.code == 0 && rebuild.output.hasSuffix("nothing differed.\n"), what)
    }
  }

  @Test(arguments: PageDamage.allCases)
  func `query gives the right answer or an error`(_ damage: PageDamage) throws {
    try forEachCopy(of: damage) { bytes, random, what in
      let subject = DamageSample.asked.randomElement(using: &random)!
      let query = try sample.run(DamageSample.query(subject, "damaged.entstore"), on: bytes)
      if query == sample.answers[subject] { return }
      // Where a whole page is an older version of itself, from before a row stood on it, only what is derived again tells.
      if damage.mayBeOlder, damage == .twice || subject == DamageSample.claimant, query.code < 2 {
        #expect(try sample.run("verify --store damaged.entstore", on: bytes).code == 1, what)
        return
      }
      #expect(query.output == "", what)
      expectError(query, on: bytes, what)
    }
  }

  @Test func `a row on a page that is what it was some commits ago is held against its events`() throws {
    var refusals = 0
    for page in 2..<sample.earlier.count / PageDamage.pageBytes {
      let place = page * PageDamage.pageBytes..<(page + 1) * PageDamage.pageBytes
      if sample.sound[place] == sample.earlier[place] { continue }
      var bytes = sample.sound
      bytes.replaceSubrange(place, with: sample.earlier[place])
      for question in [
        DamageSample.query("customer-5", "damaged.entstore"),
        "history --store damaged.entstore --lineage 1005",
      ] {
        let result = try sample.run(question, on: bytes)
        if result == sample.answers["customer-5"] || result == sample.history { continue }
        refusals += 1
        expectError(result, on: bytes, "page \(page), \(question)")
      }
    }
    #expect(refusals > 0)
  }

  @Test(arguments: PageDamage.allCases)
  func `export gives out everything or ends with an error`(_ damage: PageDamage) throws {
    try forEachCopy(of: damage) { bytes, random, what in
      let export = try sample.run("export --store damaged.entstore", on: bytes)
      if export.code == 0 {
        #expect(export.output == sample.export.output, what)
      } else {
        expectError(export, on: bytes, what)
        #expect(sample.export.output.hasPrefix(export.output), what)
      }
    }
  }

  @Test(arguments: PageDamage.allCases)
  func `rebuild makes it good or changes nothing and ends with an error`(_ damage: PageDamage) throws {
    try forEachCopy(of: damage) { bytes, random, what in
      let rebuild = try sample.run("rebuild --store damaged.entstore", on: bytes)
      if rebuild.code != 0 { return expectError(rebuild, on: bytes, what) }
      let rebuilt = try sample.folder.read("damaged.entstore")
      #expect(try sample.run("export --store damaged.entstore", on: rebuilt) == sample.export, what)
      let subject = DamageSample.asked.randomElement(using: &random)!
      #expect(
        try sample.run(DamageSample.query(subject, "damaged.entstore"), on: rebuilt)
          == sample.answers[subject], what)
    }
  }

  @Test(arguments: PageDamage.allCases)
  func `salvage gives out nothing but what was in the log, and all of it where it says so`(
    _ damage: PageDamage
  ) throws {
    let lines = sample.export.output.split(separator: "\n")
    try forEachCopy(of: damage) { bytes, random, what in
      let salvage = try sample.run("salvage --store damaged.entstore", on: bytes)
      switch salvage.code {
      case 0: #expect(salvage.output == sample.export.output, what)
      case 65:
        #expect(salvage.messages.hasPrefix("lost: "), what)
        var rest = lines[...]
        for line in salvage.output.split(separator: "\n") {
          guard let place = rest.firstIndex(of: line) else {
            Issue.record("\(what): not in the log, or not in its place: \(line)")
            return
          }
          rest = rest[(place + 1)...]
        }
      // A header without anything behind it.
      case 66: #expect(salvage.output == "" && bytes.count < 4 * PageDamage.pageBytes, what)
      default: expectError(salvage, on: bytes, what)
      }
    }
  }

  /// Of a page that is an older version of itself nothing tells but what is derived again.
  private func expectOlder(_ damage: PageDamage, _ bytes: [UInt8], _ what: Comment) throws {
    #expect(damage.mayBeOlder, what)
    #expect(try sample.run("verify --store damaged.entstore", on: bytes).code == 1, what)
  }

  @Test(arguments: PageDamage.allCases)
  func `every other question is answered as by the sound store or with an error`(_ damage: PageDamage) throws
  {
    try forEachCopy(of: damage) { bytes, random, what in
      for question in DamageSample.questions.shuffled(using: &random).prefix(3) {
        let result = try sample.run("\(question) --store damaged.entstore", on: bytes).withoutSizes
        if result == sample.told[question] { continue }
        let what: Comment = "\(what.rawValue), \(question)"
        if result.code < 2 {
          try expectOlder(damage, bytes, what)
        } else {
          expectError(result, on: bytes, what)
        }
      }
      let doctor = try sample.run("doctor --store damaged.entstore --json", on: bytes)
      #expect(doctor.code < 2 && doctor.output.hasPrefix(#"{"isWell": \#(doctor.code == 0), "#), what)
    }
  }

  @Test(arguments: PageDamage.allCases)
  func `a copy is the whole store or is not made`(_ damage: PageDamage) throws {
    try forEachCopy(of: damage) { bytes, random, what in
      let command = ["backup copy", "compact --output copy", "compact"].randomElement(using: &random)!
      let words = "\(command) --store damaged.entstore"
      let what: Comment = "\(what.rawValue), \(command)"
      let result = try sample.run(words, on: bytes)
      let isMade = try sample.folder.names.contains("copy")
      let copy = try sample.folder.read(isMade ? "copy" : "damaged.entstore")
      if isMade { try FileManager.default.removeItem(atPath: sample.folder["copy"]) }
      #expect(try !sample.folder.names.contains { $0.contains("unfinished") }, what)
      if result.code != 0 {
        #expect(result.output == "" && !isMade && copy == bytes, what)
        if command != "backup copy" || result.code != 1 { expectError(result, on: bytes, what) }
        return
      }
      #expect(isMade == (command != "compact"), what)
      if try sample.run("export --store damaged.entstore", on: copy) != sample.export {
        try expectOlder(damage, bytes, what)
      }
      let verify = try sample.run("verify --store damaged.entstore", on: copy)
      if verify.code != 0 { try expectOlder(damage, bytes, what) }
      #expect(verify.code == 0 || command != "backup copy", what)
    }
  }
}
