import Entstore
import Foundation
import Testing

/// That nothing of a person is in the file: looked for in its bytes, not by its readers.
struct ErasedBytesTests {
  private let subject: Subject = "annabel-the-customer"
  private let token: AccountToken = "7d0c6a52-3b1f-4c55-9b0e-0f6a3c1d2e4f"
  /// Everything that only she has brought.
  private let traces = [
    "annabel-the-customer", "7d0c6a52-3b1f-4c55-9b0e-0f6a3c1d2e4f", "7D0C6A52-3B1F-4C55-9B0E-0F6A3C1D2E4F",
    "lineage-of-annabel", "transaction-7", "purchase-7", "download-of-annabel", "her own words",
    "note on her",
    "support wrote about her",
  ]
  /// What others have written of her. Labels, apps and ids are the store's words and not anybody's.
  private var mention: String { "on behalf of \(subject)!" }

  private func filled() throws -> Bench {
    let bench = try Bench(now: day(5))
    try bench.map(token, subject)
    let crowd = (1...300).map { number in
      EventDraft.bought(
        EventID(canonical: "crowd-\(number)"), day(0) + .seconds(Int64(number)),
        lineage: Lineage(canonical: "lineage-of-\(number)"), by: AccountToken(canonical: "customer-\(number)")
      )
    }
    try bench.append(crowd)
    let payload: [RawSegment] = [
      .inline(Array(#"{"appAccountToken":"7D0C6A52-3B1F-4C55-9B0E-0F6A3C1D2E4F"}"#.utf8)),
      .base64url([.inline(Array("her own words".utf8))]), .shared(Array("a certificate".utf8)),
    ]
    // More of it than a page holds, so that it lies on pages of its own.
    let long = Array(String(repeating: "note on her, ", count: 1_000).utf8)
    for number in 1...40 {
      try bench.append(
        .notice(
          EventID(canonical: "hers-\(number)"), day(1) + .seconds(Int64(number)),
          Said("lineage-of-annabel", .month(7, from: day(0), token: token), .on, .active),
          raw: payload + [.inline(long)]))
    }
    try bench.append(
      .notice(
        "share", day(2),
        Said("share-of-annabel", .month(7, from: day(0)).familyShared(with: "download-of-annabel"))),
      .bought("moved", day(2), lineage: "moved", by: token))
    _ = try bench.store.claim("share-of-annabel", for: subject, reason: "her own words")
    try bench.store.transfer("moved", to: "customer-1", reason: "support wrote about her")
    try bench.store.share("lineage-of-2", with: subject)
    _ = try bench.store.claim("lineage-of-3", for: "customer-3")
    _ = try bench.store.claim("lineage-of-3", for: subject)
    _ = try bench.store.startTrial(of: "pro", for: subject, lasting: .days(3), reason: "her own words")
    _ = try bench.store.mintToken(for: subject)
    try mentionHer(in: bench)
    return bench
  }

  /// In events and acts of others, all of which stay.
  private func mentionHer(in bench: Bench) throws {
    let store = bench.store
    var event = EventDraft.bought("named", day(2), lineage: "lineage-of-4", by: "customer-4")
    event.raw = [.inline(Array(#"{"note":"\#(subject)"}"#.utf8)), .shared(Array(#""\#(token)""#.utf8))]
    try bench.append(event)
    _ = try store.claim("lineage-of-5", for: "customer-5", reason: mention)
    try store.transfer("lineage-of-5", to: "customer-6", reason: "token \(token)")
    try store.share("lineage-of-5", with: "customer-7", reason: mention)
    let grant = try store.grant("pro", to: "customer-8", until: day(9), reason: mention).lineage
    _ = try store.revokeGrant(grant, reason: mention)
    try store.erase(subject: "customer-9", reason: "as was \(mention)")
  }

  private func found(in path: String) throws -> [String] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return traces.filter { bytes.range(of: Data($0.utf8)) != nil }
  }

  @Test func `the compacted file holds no byte of an erased person, and verifies`() throws {
    let bench = try filled()
    #expect(Set(try found(in: bench.store.path)).isSuperset(of: [subject.text, "lineage-of-annabel"]))
    let others = try bench.store.entitlements(of: "customer-1")
    #expect(try bench.store.erase(subject: subject, reason: mention).isReasonLeftOut)
    for (table, entries) in try bench.everything() {
      for entry in entries {
        let text = Data(entry.key + entry.value)
        #expect(traces.filter { text.range(of: Data($0.utf8)) != nil } == [], "\(table)")
      }
    }
    _ = try bench.store.compact(to: bench.folder.file("copy"))
    #expect(try found(in: bench.folder.file("copy")) == [])
    let copy = try EntitlementStore(path: bench.folder.file("copy"), opening: .existing, clock: { day(5) })
    #expect(try copy.verify().faults == [])
    #expect(try copy.entitlements(of: "customer-1") == others)
    let path = bench.store.path
    _ = try bench.store.compactInPlace()
    #expect(try found(in: path) == [])
  }
}
