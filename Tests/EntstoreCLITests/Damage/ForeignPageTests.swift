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
}
