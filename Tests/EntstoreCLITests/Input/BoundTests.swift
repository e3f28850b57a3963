import EntstoreCLI
import EntstoreModel
import EntstoreRails
import Foundation
import Testing

/// A bound is a promise: what is beyond it is refused, and what a store has taken within it comes out and goes in again.
struct BoundTests {
  @Test func `whatever payload a store has taken, the line of its export can be imported`() throws {
    // The bytes that take most as text, and as many of them as a store takes.
    let payload = RawSegment.inline([UInt8](repeating: 1, count: Payload.largest))
    var draft = EventDraft(
      rail: .stripe, id: "a", signedAt: Instant(epochMilliseconds: 1_767_225_605_000),
      label: EventLabel(type: "T"), environment: .production, provenance: .vouched, raw: [payload])
    draft.receivedAt = draft.signedAt
    let line = try ExchangeLine.line(
      for: LoggedEvent(sequence: 1, receivedAt: draft.signedAt, draft: draft))
    #expect(line.count > 6 * Payload.largest)
    var splitter = PayloadSplitter(file: "f")
    var found: [Payload] = []
    func take(_ payload: Payload) { found.append(payload) }
    // The first line is read byte by byte, all others are not.
    splitter.take([0x7B, 0x7D, 0x0A], take)
    for start in stride(from: 0, to: line.count, by: 256 << 10) {
      splitter.take(line[start..<min(start + (256 << 10), line.count)], take)
    }
    splitter.take([10], take)
    guard case .bytes(let bytes)? = found.last?.content else {
      Issue.record("\(found.count) payloads")
      return
    }
    #expect(try ExchangeLine.event(in: bytes) == .event(draft))
  }

  @Test func `an event whose line is longer than a payload may be goes from store to store`() throws {
    let folder = try TestFolder()
    let quotes = String(repeating: #"\""#, count: Payload.largest / 3)
    try folder.write(#"{"note": "\#(quotes)", "# + SampleEvent.all[0].line.dropFirst() + "\n", to: "in")
    let taken = try folder.run("import --store s.entstore --unsigned in")
    #expect(taken.output == "1 read: 1 applied, 0 recorded, 0 duplicates, 0 refused\n", "\(taken.messages)")
    try folder.run("export --store s.entstore", output: folder["out"])
    #expect(try folder.read("out").count > Payload.largest + 1 << 20)
    #expect(try folder.run("import --store t.entstore --unsigned out") == taken)
    try folder.run("export --store t.entstore", output: folder["again"])
    #expect(try folder.read("out") == folder.read("again"))
  }

  @Test func `a payload without an end is refused, and so is what would be behind it`() {
    let piece = [UInt8](repeating: 0x78, count: 1 << 20)
    for before in ["{}\n", ""] {
      var splitter = PayloadSplitter(file: "f")
      var found: [Payload] = []
      func take(_ payload: Payload) { found.append(payload) }
      splitter.take(Array(before.utf8)[...], take)
      var count = 0
      while !splitter.isDone {
        splitter.take(piece[...], take)
        count += piece.count
      }
      splitter.take(Array("\n{}\n".utf8)[...], take)
      splitter.finish(take)
      #expect(count <= PayloadSplitter.longestPassedOver + Payload.largest + piece.count)
      let reason =
        "the payload is larger than 16 MiB and does not end within 1 GiB more; nothing behind it was read"
      #expect(found.last?.content == .refused(reason) && found.last?.line == (before.isEmpty ? 1 : 2))
      #expect(found.count == (before.isEmpty ? 1 : 2))
    }
  }

  @Test(arguments: [(#"{"a":"#, "5"), (#"{"a":"#, "{}"), (#"{"a":"#, "["), ("[", "{}"), ("[", "[")])
  func `what never closes is read line by line, and no line takes more room than it has bytes`(
    first: String, line: String
  ) {
    var (count, room) = (0, 0)
    var last: [Payload.Content] = []
    func take(_ payload: Payload) {
      count += 1
      last = last.suffix(1) + [payload.content]
      if case .bytes(let bytes) = payload.content { room = max(room, bytes.capacity) }
    }
    let good = Array(#"{"good": 1}"#.utf8)
    let lines = [first] + [String](repeating: line, count: 20_000)
    var splitter = PayloadSplitter(file: "f")
    splitter.take((lines.joined(separator: "\n").utf8 + [10] + good + [10])[...], take)
    splitter.finish(take)
    #expect(last.contains(.bytes(good)) && count >= lines.count)
    #expect(room <= 64)
  }

  @Test func `behind a large payload a small one takes no room of its size`() {
    var splitter = PayloadSplitter(file: "f")
    var rooms: [Int] = []
    func take(_ payload: Payload) {
      if case .bytes(let bytes) = payload.content { rooms.append(bytes.capacity) }
    }
    splitter.take([0x7B, 0x7D, 0x0A], take)
    // In two pieces each, so that the splitter has to hold the first.
    for _ in 0..<4 { splitter.take([UInt8](repeating: 0x78, count: 1 << 20)[...], take) }
    for _ in 0..<3 { splitter.take([0x0A, 0x35], take) }
    splitter.finish(take)
    #expect(rooms.count == 5 && rooms[1] >= 4 << 20 && rooms[2...].allSatisfy { $0 <= 64 }, "\(rooms)")
  }

  @Test func `a line of an export has a bound of its own`() {
    let opening = Array(#"{"entstore":1,"raw":""#.utf8)
    for (first, count, isTaken) in [
      (opening, Payload.largest + 1, true), (opening, Payload.largestLine + 1, false),
      (Array("{}".utf8), Payload.largest + 1, false),
    ] {
      var splitter = PayloadSplitter(file: "f")
      var found: [Payload] = []
      func take(_ payload: Payload) { found.append(payload) }
      splitter.take([0x7B, 0x7D, 0x0A], take)
      splitter.take(first[...], take)
      let piece = [UInt8](repeating: 0x78, count: 1 << 20)
      for _ in 0..<(count >> 20) + 1 { splitter.take(piece[...], take) }
      splitter.finish(take)
      let isWhole = if case .bytes(let bytes) = found.last?.content { bytes.count > count } else { false }
      #expect(found.count == 2 && isWhole == isTaken, "\(count) bytes")
    }
  }

  @Test func `payloads that are decoded together are bounded in number too`() {
    var batch = PayloadBatch()
    var count = 0
    while !batch.isFull, count < 1_000_000 {
      batch.add(Payload(file: "f", line: count, content: .bytes([0x31])))
      count += 1
    }
    #expect(count == 4_096 && batch.payloads.count == count)
  }

  @Test func `a large payload takes the room of several batches`() {
    var batch = PayloadBatch()
    batch.add(Payload(file: "f", line: 1, content: .bytes([0x31])))
    #expect(batch.share == 1 && !batch.isFull)
    batch.add(Payload(file: "f", line: 1, content: .bytes([UInt8](repeating: 0x31, count: Payload.largest))))
    #expect(batch.share == 8 && batch.isFull)
  }

  @Test func `a catalog beyond its bound is refused`() throws {
    let folder = try TestFolder()
    try folder.makeStore()
    let names = (0..<60_000).map {
      "\"com.example.a.product.of.a.very.large.shop.with.a.very.long.name.\($0)\""
    }
    try folder.write(
      #"{"entitlements": {"pro": {"appStore": [\#(names.joined(separator: ","))]}}}"#, to: "c.json")
    let result = try folder.run("catalog set --store s.entstore c.json")
    #expect(result.code == 65 && result.messages.contains("c.json is larger than 4194304 bytes"))
  }

  @Test func `a StoreKit file of tens of thousands of products is taken`() throws {
    let folder = try TestFolder()
    let items = (0..<60_000).map { #"{"productID":"\#($0)"}"# }.joined(separator: ",")
    try folder.write(#"{"subscriptionGroups":[],"nonRenewingSubscriptions":[\#(items)]}"#, to: "c.json")
    let result = try folder.run("catalog set --store s.entstore c.json")
    #expect(result.code == 0 && result.output == "Catalog set: 60000 keys, 60000 products.\n", "\(result)")
  }

  @Test(arguments: [
    "verdict check --subject a --public-key k.pem A", "verdict check --subject a --public-key A -",
  ])
  func `a key or a verdict beyond its bound is refused`(_ line: String) throws {
    let folder = try TestFolder()
    let large = String(repeating: "A", count: (1 << 20) + 3)
    try folder.write(large, to: "k.pem")
    let result = try folder.run(line, input: large)
    #expect([64, 65, 66].contains(result.code), "\(result)")
  }

  @Test func `an argument as long as the host lets it be is refused by a short message`() throws {
    let folder = try TestFolder()
    try folder.makeStore()
    let long = String(repeating: "s", count: 100_000)
    for line in ["query --store s.entstore --subject \(long)", "\(long)", "query --\(long)"] {
      let result = try folder.run(line)
      #expect(result.code == 64 && result.messages.utf8.count < 1_000, "\(result.messages.prefix(200))")
    }
  }

  @Test(arguments: [4_096, 4_097])
  func `a reason of 4 096 bytes is taken and a longer one is not`(count: Int) throws {
    let folder = try TestFolder()
    try folder.makeStore()
    let reason = String(repeating: "r", count: count)
    let result = try folder.run("grant --store s.entstore --subject a --key pro --for P9D --reason \(reason)")
    #expect(result.code == (count > 4_096 ? 65 : 0), "\(result.messages.prefix(200))")
  }
}
