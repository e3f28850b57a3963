import Entstore
import Testing

@Test(arguments: [
  ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("straße", "STRASSE"), ("ﬁn", "FIN"), ("ılker", "ILKER"), ("ilker", "İLKER"),
  ("İlker", "ılker"), ("Émile", "e\u{301}mile"), ("kim", "\u{212A}im"),
])
func `upper and lower case are the same in what others wrote, in every script`(
  _ one: String, _ other: String
)
  throws
{
  for (name, written) in [(one, other), (other, one)] {
    let bench = try Bench(now: day(5))
    var bought = EventDraft.bought("e1", day(1), lineage: "2", by: "bob")
    bought.raw = [.inline(Array(#"{"note": "\#(written)", "by": "ünal"}"#.utf8))]
    try bench.append(bought)
    try bench.store.transfer("2", to: "cleo", reason: "for \(written).")
    let summary = try bench.store.erase(subject: Subject(name), reason: "\(written) asked")
    #expect(summary.isReasonLeftOut && summary.redactedCount == 2, "\(name), \(written)")
    #expect(try bench.store.verify().faults == [])
  }
}
