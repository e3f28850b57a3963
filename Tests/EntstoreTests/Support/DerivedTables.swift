import Entstore
import EntstoreCodec

/// All that is derived from the log; sequences, the one thing that arrival decides, are event ids here.
struct DerivedTables: Equatable {
  let entitlements: [StoreFile.Entry]
  let deadlines: [StoreFile.Entry]
  let lineages: [StoreFile.Entry]
  let byDate: [[UInt8]: String]
  let timeline: [[UInt8]: Said]

  struct Said: Hashable {
    let event: String
    let rail: Rail
    let facts: LineageFacts
  }

  init(_ store: EntitlementStore, _ file: StoreFile) throws {
    var ids: [UInt64: String] = [:]
    try store.read { snapshot in
      try snapshot.forEachEvent { ids[$0.sequence] = "\($0.draft.rail) \($0.draft.id)" }
    }
    entitlements = try file.entries("entitlements")
    deadlines = try file.entries("deadlines")
    lineages = try file.entries("lineages")
    var byDate: [[UInt8]: String] = [:]
    for entry in try file.entries("by_date") {
      let payload = entry.payload
      var bytes = ByteReader(payload.rawSpan)
      byDate[entry.key] = ids[try bytes.count("sequence")] ?? "nothing"
    }
    self.byDate = byDate
    var timeline: [[UInt8]: Said] = [:]
    for entry in try file.entries("timeline") {
      let (key, payload) = (entry.key, entry.payload)
      let record = try TimelineRecord(payload.rawSpan, lineage: try Key.timeline(key.rawSpan).lineage)
      timeline[key] = Said(event: ids[record.sequence] ?? "nothing", rail: record.rail, facts: record.facts)
    }
    self.timeline = timeline
  }
}
