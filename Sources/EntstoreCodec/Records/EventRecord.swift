import EntstoreModel

/// One event as the log keeps it: what came, when, through which door, and its link in the digest chain. docs/format.md §3.3.
package struct EventRecord: Hashable, Sendable {
  package var rail: Rail
  package var provenance: Provenance
  package var environment: StoreEnvironment
  package var rank: UInt8
  package var signedAt: Instant
  /// When this store took it, by its own clock.
  package var receivedAt: Instant
  package var id: EventID
  package var app: AppID?
  package var label: EventLabel
  package var body: Body
  /// The payload as it came: pieces in order, shared ones by their digest.
  package var raw: [Segment]

  /// What an event does.
  package enum Body: Hashable, Sendable {
    case facts([LineageFacts])
    case act(Act)
  }

  /// One piece of a payload.
  package enum Segment: Hashable, Sendable {
    case inline([UInt8])
    /// The SHA-256 of bytes in `blobs`.
    case shared([UInt8])
    /// Pieces that, put together, stand in the payload as base64url.
    indirect case base64url([Segment])
  }

  package init(
    rail: Rail, provenance: Provenance, environment: StoreEnvironment, rank: UInt8, signedAt: Instant,
    receivedAt: Instant, id: EventID, app: AppID?, label: EventLabel, body: Body, raw: [Segment]
  ) {
    self.rail = rail
    self.provenance = provenance
    self.environment = environment
    self.rank = rank
    self.signedAt = signedAt
    self.receivedAt = receivedAt
    self.id = id
    self.app = app
    self.label = label
    self.body = body
    self.raw = raw
  }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 512)
    writer.byte(rail.rawValue)
    writer.byte(provenance.rawValue)
    writer.byte(environment.rawValue)
    writer.byte(rank)
    writer.fixed(signedAt)
    writer.fixed(receivedAt)
    writer.identifier(id)
    writer.byte((app == nil ? 0 : 1) | (label.subtype == nil ? 0 : 2))
    if let app { writer.identifier(app) }
    writer.text(label.type)
    if let subtype = label.subtype { writer.text(subtype) }
    switch body {
    case .facts(let all):
      writer.byte(0)
      writer.count(all.count)
      for facts in all {
        writer.identifier(facts.lineage)
        writer.facts(facts)
      }
    case .act(let act): writer.act(act)
    }
    writer.segments(raw)
    return writer.bytes
  }

  package init(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    rail = try reader.choice("rail", of: Rail.self)
    provenance = try reader.choice("provenance", of: Provenance.self)
    environment = try reader.choice("environment", of: StoreEnvironment.self)
    rank = try reader.byte("rank")
    signedAt = try reader.fixedInstant("signedAt")
    receivedAt = try reader.fixedInstant("receivedAt")
    id = try reader.identifier("event id")
    let flags = try reader.byte("event flags")
    guard flags < 4 else { throw .invalid(field: "event flags") }
    // One that was taken before an app was held to what a name may be is read as it is.
    app = flags & 1 != 0 ? AppID(canonical: try reader.text("app")) : nil
    let type = try reader.text("type")
    label = EventLabel(type: type, subtype: flags & 2 != 0 ? try reader.text("subtype") : nil)
    let bodyKind = try reader.byte("body")
    if bodyKind == 0 {
      var all: [LineageFacts] = []
      for _ in 0..<(try reader.length("facts count")) {
        let lineage: Lineage = try reader.identifier("lineage")
        all.append(try reader.facts(of: lineage))
      }
      body = .facts(all)
    } else {
      body = .act(try reader.act(kind: bodyKind))
    }
    raw = try reader.segments(depth: 0)
    try reader.finish()
  }
}
