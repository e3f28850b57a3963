import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

/// Where in a damaged file the values lie that cannot be derived from anything: events, shared parts of payloads, and what the
/// store is. The seal tells them from all else.
struct SalvagedCopies: ~Copyable {
  private let file: DamagedFile
  private let found: FoundValues

  /// Reads the whole file.
  ///
  /// - Parameter progress: Called now and then; throwing stops.
  init(path: String, progress: () throws -> Void) throws {
    var file = try DamagedFile(path: path)
    var found = FoundValues(path: path)
    var looked = 0
    try file.forEachEntry(where: FoundValues.isWanted) { key, value, place in
      looked += 1
      if looked % 4_096 == 0 { try progress() }
      return try found.note(key, value, place)
    }
    self.file = file
    self.found = found
  }

  /// Whether nothing of a store was found.
  var isEmpty: Bool { found.events.isEmpty && found.head == nil && found.environment == nil }
  var environment: StoreEnvironment? { found.environment }
  /// The apps whose events the store takes, and whether that is certain.
  var apps: (list: [String], isInUse: Bool)? { found.apps }
  /// The end of the log, and whether that is certain: the last commit has it, and no event behind it.
  var head: (head: Head, isCertain: Bool)? {
    found.head.map { ($0.head, $0.isInUse && !found.hasTwoHeads && found.lastInUse <= $0.head.sequence) }
  }

  /// The sequences of all events found, ascending.
  ///
  /// Where the last commit is known, what lies behind its end was never committed.
  var sequences: [UInt64] {
    // No log gets so long that a number of 64 bits ends.
    let end = min(head.flatMap { $0.isCertain ? $0.head.sequence : nil } ?? .max, .max - 1)
    return found.events.keys.filter { $0 > 0 && $0 <= end }.sorted()
  }

  /// Every version of an event that is in the file.
  func versions(of sequence: UInt64) throws -> [(value: [UInt8], isInUse: Bool)] {
    guard let first = found.events[sequence] else { return [] }
    let all = [first] + found.furtherVersions[sequence, default: []]
    var versions: [(value: [UInt8], isInUse: Bool)] = []
    for copy in all where all.count == 1 || !file.isInside(copy.place) {
      versions.append((try file.value(at: copy.place), copy.place.isInUse))
    }
    return versions
  }

  func hasBlob(_ digest: [UInt8]) -> Bool { found.blobs[digest] != nil }

  /// The shared part of a payload under its digest.
  func blob(_ digest: [UInt8]) throws -> [UInt8] {
    guard let place = found.blobs[digest] else {
      throw StoreError.damaged(table: "blobs", reason: .missing(what: "a shared part of a payload"))
    }
    let value = try file.value(at: place)
    return try Seal.opened(value.rawSpan, key: digest.rawSpan, in: .blobs).copied()
  }
}

/// What was found in a file so far, by its places.
private struct FoundValues {
  typealias Place = DamagedFile.Place

  /// A copy of an event; copies of the same checksum are the same.
  struct Copy {
    let place: Place
    let checksum: UInt64
  }

  let path: String
  /// Copying on write leaves older copies of most pages, so one event is found many times; it has one version nearly always.
  var events: [UInt64: Copy] = [:]
  var furtherVersions: [UInt64: [Copy]] = [:]
  /// The last event that the last commit has.
  var lastInUse: UInt64 = 0
  var blobs: [[UInt8]: Place] = [:]
  var head: (head: Head, isInUse: Bool)?
  /// The last commit has one head; of two nothing says which.
  var hasTwoHeads = false
  var environment: StoreEnvironment?
  var apps: (list: [String], isInUse: Bool)?

  init(path: String) {
    self.path = path
  }

  private static let names = [MetaKey.store, MetaKey.head, MetaKey.apps]

  static func isWanted(_ key: RawSpan) -> Bool {
    key.byteCount == 8 || key.byteCount == 32 || names.contains { key.isEqual(to: $0.rawSpan) }
  }

  /// - Returns: Whether it is sealed as what it would be.
  mutating func note(_ key: RawSpan, _ value: RawSpan, _ place: Place) throws -> Bool {
    if key.byteCount == 8, (try? Seal.opened(value, key: key, in: .events)) != nil {
      note(Copy(place: place, checksum: Seal.checksum(of: value)), of: try Key.sequence(key))
      return true
    }
    if key.byteCount == 32, let payload = try? Seal.opened(value, key: key, in: .blobs) {
      let digest = key.copied()
      if blobs[digest]?.isInUse != true, SHA256.digest(of: payload) == digest { blobs[digest] = place }
      return true
    }
    guard let payload = try? Seal.opened(value, key: key, in: .meta) else { return false }
    switch key.copied() {
    case MetaKey.store: try noteIdentity(payload)
    case MetaKey.apps:
      if apps?.isInUse != true, let list = try? AppList.decoded(payload) { apps = (list, place.isInUse) }
    default: noteHead(payload, isInUse: place.isInUse)
    }
    return true
  }

  /// A newer version's store must not be read by this one's rules.
  private mutating func noteIdentity(_ payload: RawSpan) throws {
    do {
      environment = try Identity(payload, path: path).environment
    } catch is CodecError {}
  }

  /// Where the last commit is not known, the head that has come furthest is the last one.
  private mutating func noteHead(_ payload: RawSpan, isInUse: Bool) {
    guard let found = try? Head(payload) else { return }
    if let head, head.isInUse, isInUse, head.head != found { hasTwoHeads = true }
    if let head, head.isInUse && !isInUse || head.isInUse == isInUse && head.head.sequence >= found.sequence {
      return
    }
    head = (found, isInUse)
  }

  private mutating func note(_ copy: Copy, of sequence: UInt64) {
    if copy.place.isInUse { lastInUse = max(lastInUse, sequence) }
    guard let first = events[sequence] else {
      events[sequence] = copy
      return
    }
    if first.checksum == copy.checksum {
      if copy.place.isInUse { events[sequence] = copy }
    } else if let index = furtherVersions[sequence]?.firstIndex(where: { $0.checksum == copy.checksum }) {
      if copy.place.isInUse { furtherVersions[sequence]?[index] = copy }
    } else {
      furtherVersions[sequence, default: []].append(copy)
    }
  }
}
