/// A normalized event on its way into the log: what every rail ends in, and the only thing that the store takes.
public struct EventDraft: Hashable, Sendable {
  public var rail: Rail
  /// What the store calls this event; with `rail`, `signedAt` and `rank` it makes a repetition recognisable.
  public var id: EventID
  /// The store's clock, which orders events.
  public var signedAt: Instant
  /// Orders events of the same clock tick, terminal last; 0 where a rail needs none.
  public var rank: UInt8
  /// What happened, for a reader. Never decides access.
  public var label: EventLabel
  public var environment: StoreEnvironment
  /// The app at the store: bundle id; `nil` where the payload names none.
  public var app: AppID?
  public var provenance: Provenance
  /// One entry for each lineage that the event speaks of; empty where there is nothing to apply.
  public var facts: [LineageFacts]
  /// What the store's owner decided; only the local rail has acts.
  public var act: Act?
  /// The payload as it came, in pieces; put together they are the exact bytes.
  public var raw: [RawSegment]
  /// When a store first took it, where that is known from an export; `nil`: when it is appended.
  public var receivedAt: Instant?

  /// A normalized event.
  public init(
    rail: Rail, id: EventID, signedAt: Instant, rank: UInt8 = 0, label: EventLabel,
    environment: StoreEnvironment, app: AppID? = nil, provenance: Provenance,
    facts: [LineageFacts] = [], act: Act? = nil, raw: [RawSegment] = [], receivedAt: Instant? = nil
  ) {
    self.rail = rail
    self.id = id
    self.signedAt = signedAt
    self.rank = rank
    self.label = label
    self.environment = environment
    self.app = app
    self.provenance = provenance
    self.facts = facts
    self.act = act
    self.raw = raw
    self.receivedAt = receivedAt
  }
}

/// What happened, for a reader: the rail's own name for it, kept as it came.
public struct EventLabel: Hashable, Sendable {
  /// The store's type, raw: "DID_RENEW". Never empty.
  public var type: String
  /// The store's subtype, raw: "BILLING_RECOVERY".
  public var subtype: String?

  /// A label of the store's own words.
  public init(type: String, subtype: String? = nil) {
    self.type = type
    self.subtype = subtype
  }
}

/// One piece of a payload as it came.
public enum RawSegment: Hashable, Sendable {
  /// Bytes of this payload alone.
  case inline([UInt8])
  /// Bytes that many payloads share (a certificate), stored once under their digest. Nothing personal.
  case shared([UInt8])
  /// Pieces whose bytes, put together, stand in the payload as base64url without padding: what is inside can be
  /// stored small, which its encoded form cannot.
  indirect case base64url([RawSegment])

  /// How many ``base64url(_:)`` may stand in each other. The store keeps what is deeper as plain bytes.
  public static let maximumDepth = 4
}
