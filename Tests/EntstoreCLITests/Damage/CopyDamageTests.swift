import Testing

/// Nothing is copied from a damaged store in a way that would hide the damage, or replace what is left.
struct CopyDamageTests {
  private let folder: TestFolder
  private let whole: [UInt8]
  private static let pageBytes = 4_096

  init() throws {
    folder = try TestFolder()
    let lines = (0..<200).map {
      SampleEvent(id: "e\($0)", subject: "s\($0 % 20)", lineage: "l\($0 % 20)").line
    }
    try folder.write(lines, to: "in")
    try #require(try folder.run("import --store s.entstore --unsigned in").code == 0)
    // What a refused claim came to is told from the others that speak of the lineage.
    for subject in ["lee", "kim"] {
      try folder.run("claim --store s.entstore --subject \(subject) --lineage l3")
    }
    try folder.run("compact --store s.entstore")
    whole = try folder.read("s.entstore")
  }

  private func expectRefusals(_ bytes: [UInt8], _ what: Comment) throws {
    try folder.write(bytes, to: "d.entstore")
    for (command, code, end) in [
      ("compact", Int32(74), "The store was left as it is\n"),
      ("compact --output copy", 74, "There is no copy of it\n"),
      ("backup copy", 1, "There is no backup\n"),
    ] {
      let result = try folder.run("\(command) --store d.entstore")
      #expect(result.code == code && result.output == "", what)
      #expect(result.messages.contains("damaged") && result.messages.hasSuffix(end), "\(result.messages)")
      #expect(
        !result.messages.contains("MDB_") && !result.messages.contains("unfinished"), "\(result.messages)")
    }
    #expect(try folder.read("d.entstore") == bytes, what)
    #expect(try !folder.names.contains { $0.hasPrefix("copy") || $0.contains("unfinished") }, what)
  }

  @Test func `a page without entries, of zeros or of noise is no reason to replace the file by what is left`()
    throws
  {
    for page in 2..<whole.count / Self.pageBytes {
      let start = page * Self.pageBytes
      var empty = whole
      empty.replaceSubrange(start + 10..<start + 14, with: [2, 0, 16, 0])
      // Of a long value's second page nothing says that it is one.
      if whole[start + 10] == 4 { continue }
      try expectRefusals(empty, "page \(page) without entries")
      var zeros = whole
      for place in start..<start + Self.pageBytes { zeros[place] = 0 }
      try expectRefusals(zeros, "page \(page) of zeros")
    }
  }

  @Test func `nothing is imported into a store with a table that seems empty, or another`() throws {
    try folder.write([SampleEvent(id: "new", subject: "new", lineage: "new").line], to: "new")
    var refusals = 0
    for seed in 1...24 as ClosedRange<UInt64> {
      var random = Seed(state: seed)
      let bytes = PageDamage.table.done(to: whole, earlier: whole, &random)
      try folder.write(bytes, to: "d.entstore")
      let result = try folder.run("import --store d.entstore --unsigned new")
      // A table whose entries alone are counted wrongly holds what it held.
      if bytes == whole || result.code == 0 { continue }
      refusals += 1
      #expect(result.code == 74 && result.messages.contains("damaged"), "seed \(seed): \(result.messages)")
      #expect(try folder.read("d.entstore") == bytes, "seed \(seed)")
    }
    #expect(refusals > 12)
  }

  @Test func `an import over a page of zeros takes the event or says that it does not`() throws {
    try folder.write([SampleEvent(id: "new", subject: "new", lineage: "new").line], to: "new")
    var refusals = 0
    for page in 2..<whole.count / Self.pageBytes {
      var bytes = whole
      for place in page * Self.pageBytes..<(page + 1) * Self.pageBytes { bytes[place] = 0 }
      try folder.write(bytes, to: "d.entstore")
      let result = try folder.run("import --store d.entstore --unsigned new")
      if result.code == 0 {
        #expect(result.output == "1 read: 1 applied, 0 recorded, 0 duplicates, 0 refused\n", "page \(page)")
      } else {
        refusals += 1
        #expect(result.code == 74 && result.output == "", "page \(page): \(result.messages)")
        #expect(result.messages.contains("damaged"), "page \(page): \(result.messages)")
      }
    }
    #expect(refusals > 0)
  }

  @Test func `a value that is not what was written is not copied`() throws {
    let name = Array("app.pro".utf8)
    let places = whole.indices.dropLast(name.count).filter { whole[$0..<$0 + name.count].elementsEqual(name) }
    for place in places.prefix(5) {
      var bytes = whole
      bytes[place] ^= 0x20
      try expectRefusals(bytes, "byte \(place)")
    }
  }

  @Test func `what a damaged page would hide is an error to whoever asks at the terminal`() throws {
    let questions = [
      "stats", "history", "history --subject s3", "history --lineage l3", "unbound", "conflicts",
      "catalog log",
      "catalog show", "policy show", "query --subject s3", "export",
      "query --subject s3 --at 2026-01-02 --known-at 2100-01-01",
    ]
    var sound: [String: ToolResult] = [:]
    for question in questions { sound[question] = try folder.run("\(question) --store s.entstore") }
    var errors = 0
    for page in 2..<whole.count / Self.pageBytes {
      var bytes = whole
      let start = page * Self.pageBytes
      bytes.replaceSubrange(start + 10..<start + 14, with: [2, 0, 16, 0])
      try folder.write(bytes, to: "d.entstore")
      for question in questions {
        let result = try folder.run("\(question) --store d.entstore")
        if result == sound[question] { continue }
        errors += 1
        #expect(
          result.code == 74 && (result.output == "" || question == "export"), "page \(page), \(question)")
      }
    }
    #expect(errors > questions.count)
  }
}
