import EntstoreCodec
import EntstoreDigest

/// An event made ready for the log: encoded, digested and compressed, which is most of the work and needs no transaction.
///
/// Made on any thread, while the writer writes.
public struct PreparedEvent: Sendable {
  /// The event without its payload, which is in the content now.
  var draft: EventDraft
  let position: EventPosition
  /// What the indexes are made of.
  var record: EventRecord
  var content: LogContent
  /// Parts that many payloads share, by their digest.
  var blobs: [(digest: [UInt8], bytes: [UInt8])]
  let rawByteCount: Int

  /// The lineages that the event speaks of.
  package var lineages: [Lineage] { draft.facts.map(\.lineage) }
  /// Whether the event takes a person out of others.
  package var isErasure: Bool { if case .erasure = draft.act { true } else { false } }
}

/// Makes events ready for the log.
///
/// Not for several threads at once: each makes its own. It cannot be copied, or two events would get the same salt.
public struct EventPreparer: ~Copyable, Sendable {
  var salts = SaltSource()
  private var digests = SharedDigests()
  private let clock: @Sendable () -> Instant

  /// - Parameter clock: When an event counts as received, where the draft does not say it.
  init(clock: @escaping @Sendable () -> Instant) {
    self.clock = clock
  }

  /// Everything about `draft` that does not depend on what is in the store.
  ///
  /// - Throws: ``StoreError`` for a fault of the system's random source or of compression.
  /// - Complexity: O(*n*) for *n* bytes of payload.
  public mutating func prepare(_ draft: EventDraft) throws -> PreparedEvent {
    var blobs: [(digest: [UInt8], bytes: [UInt8])] = []
    let raw = storedSegments(of: draft.raw, &blobs)
    var record = EventRecord(draft, receivedAt: draft.receivedAt ?? clock(), raw: raw)
    let content = try LogContent(record, salt: try salts.next())
    // The payload is in the content now: what waits for the writer should be small.
    var bare = draft
    bare.raw = []
    record.raw = []
    return PreparedEvent(
      draft: bare, position: draft.position, record: record, content: content, blobs: blobs,
      rawByteCount: draft.rawByteCount)
  }

  /// Shared parts of a payload are stored once, under their digest.
  private mutating func storedSegments(
    of raw: [RawSegment], depth: Int = 0, _ blobs: inout [(digest: [UInt8], bytes: [UInt8])]
  ) -> [EventRecord.Segment] {
    var stored: [EventRecord.Segment] = []
    for segment in raw {
      switch segment {
      case .inline(let bytes): stored.append(.inline(bytes))
      case .shared(let bytes):
        let digest = digests.digest(of: bytes)
        // A certificate chain stands three times in a notification.
        if !blobs.contains(where: { $0.digest == digest }) { blobs.append((digest, bytes)) }
        stored.append(.shared(digest))
      case .base64url(let parts) where depth < RawSegment.maximumDepth:
        stored.append(.base64url(storedSegments(of: parts, depth: depth + 1, &blobs)))
      case .base64url: stored.append(.inline(segment.bytes))
      }
    }
    return stored
  }
}

extension EntitlementStore {
  /// Something that makes events ready for this store on another thread than the writer's.
  public func preparer() -> EventPreparer { EventPreparer(clock: clock) }
}
