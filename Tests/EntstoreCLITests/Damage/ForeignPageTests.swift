import Testing

/// A page of another store of the same shape is whole, and its checksums are right.
struct ForeignPageTests {
  private static let pageBytes = 4_096

  /// The pages with events, by the keys that are on them.
  private func eventPages(of bytes: [UInt8]) -> [[[UInt8]]: Int] {
    var pages: [[[UInt8]]: Int] = [:]
    for page in 2..<bytes.count / Self.pageBytes {
      let start = page * Self.pageBytes
      func word(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
      guard word(start + 10) == 2 else { continue }
      let entries = stride(from: start + 16, to: start + word(start + 12), by: 2).map { start + word($0) }
      let keys = entries.map { Array(bytes[$0 + 8..<$0 + 8 + word($0 + 6)]) }
      if !keys.isEmpty, keys.allSatisfy({ $0.count == 8 && $0[0] == 0 }) { pages[keys] = page }
    }
    return pages
  }

  @Test func `an export ends with an error where a page is another store's`() throws {
    let folder = try TestFolder()
    for name in ["ann", "bob"] {
      let lines = (0..<200).map {
        SampleEvent(id: "\(name)\($0)", subject: "\(name)\($0 % 20)", lineage: "\(name)\($0 % 20)").line
      }
      try folder.write(lines, to: name)
      try #require(try folder.run("import --store \(name).entstore --unsigned \(name)").code == 0)
      try #require(try folder.run("compact --store \(name).entstore").code == 0)
    }
    let (own, other) = (try folder.read("ann.entstore"), try folder.read("bob.entstore"))
    let (ownPages, otherPages) = (eventPages(of: own), eventPages(of: other))
    var exchanged = 0
    for (keys, page) in ownPages {
      guard let foreign = otherPages[keys] else { continue }
      exchanged += 1
      var bytes = own
      // But for its own number, which comes first.
      for place in 8..<Self.pageBytes {
        bytes[page * Self.pageBytes + place] = other[foreign * Self.pageBytes + place]
      }
      try folder.write(bytes, to: "d.entstore")
      #expect(try folder.run("verify --store d.entstore").code == 1, "page \(page)")
      let last = keys.compactMap { $0.last }.max()!
      for after in [0, last] {
        let export = try folder.run("export --store d.entstore --after \(after)")
        #expect(export.code == 74, "page \(page), after \(after)")
        #expect(export.messages.contains("damaged"), "\(export.messages)")
      }
      #expect(try folder.run("export --store d.entstore --after \(last + 1)").code == (last == 200 ? 74 : 0))
    }
    try #require(exchanged > 0, "no page has the same events in both")
  }

  /// An entry of a page of branches, or of the page that lists the tables: the page below, the key, the value.
  private func entries(of page: Int, in bytes: [UInt8]) -> [(child: Int, key: [UInt8], value: Int)] {
    let start = page * Self.pageBytes
    func word(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
    return stride(from: start + 16, to: start + word(start + 12), by: 2).map { slot in
      let entry = start + word(slot)
      let value = entry + 8 + word(entry + 6)
      return (word(entry) | word(entry + 2) << 16, Array(bytes[entry + 8..<value]), value)
    }
  }

  /// As where a page that has become one of branches was not written, and still is what it was when its table was smaller.
  @Test
  func `a question ends with an error where a page below stands in the place of the one that leads to it`()
    throws
  {
    let folder = try TestFolder()
    let subjects = (0..<300).map { "customer-\($0)" }
    try folder.write(SampleEvent.catalog, to: "catalog.json")
    try folder.run("catalog set --store s.entstore catalog.json")
    let lines = subjects.enumerated().map {
      SampleEvent(id: "e\($0)", subject: $1, lineage: "\(1_000 + $0)").line
    }
    try folder.write(lines, to: "in")
    try #require(try folder.run("import --store s.entstore --unsigned in").code == 0)
    let sound = try folder.read("s.entstore")
    let questions = [0, 42, 150, 222, 299].flatMap { number in
      [
        "query --subject customer-\(number) --at 2026-01-10", "history --subject customer-\(number)",
        "query --lineage \(1_000 + number) --at 2026-01-10",
      ]
    }
    let answers = try questions.map { try folder.run("\($0) --store s.entstore") }
    let list = Int(PageDamage.word(sound, PageDamage.newer(of: sound) + 128))
    var replaced = 0
    for table in entries(of: list, in: sound) where sound[table.value + 6] > 1 {
      let root = Int(PageDamage.word(sound, table.value + 40))
      let pages = entries(of: root, in: sound)
      for child in [pages[0], pages[pages.count - 1]] {
        replaced += 1
        var bytes = sound
        // But for its own number, which comes first.
        for place in 8..<Self.pageBytes {
          bytes[root * Self.pageBytes + place] = sound[child.child * Self.pageBytes + place]
        }
        try folder.write(bytes, to: "d.entstore")
        let name = String(decoding: table.key, as: UTF8.self)
        #expect(try folder.run("verify --store d.entstore").code == 1, "\(name)")
        for (question, answer) in zip(questions, answers) {
          let told = try folder.run("\(question) --store d.entstore")
          #expect(told.code == 74 || told == answer, "\(name): \(question): \(told)")
        }
      }
    }
    try #require(replaced >= 8, "\(replaced)")
  }
}
