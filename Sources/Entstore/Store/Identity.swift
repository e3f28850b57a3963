import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

/// What a store is, written when it is made: docs/format.md §4, `store`.
struct Identity {
  /// The format of stores that are made now. Those of every format before it are read and written as they are.
  static let newestFormat: UInt64 = 2
  /// The first format in which a person can be erased.
  static let firstFormatWithErasure: UInt64 = 2

  var format: UInt64
  let environment: StoreEnvironment
  let number: [UInt8]
  let madeAt: Instant

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.count(format)
    writer.byte(environment.rawValue)
    writer.raw(number)
    writer.instant(madeAt)
    return writer.bytes
  }

  private init(format: UInt64, environment: StoreEnvironment, number: [UInt8], madeAt: Instant) {
    self.format = format
    self.environment = environment
    self.number = number
    self.madeAt = madeAt
  }

  static func loadedOrMade(
    _ engine: LMDBEnvironment, _ tables: Tables, path: String, environment: StoreEnvironment?,
    opening: EntitlementStore.Opening, now: Instant
  ) throws -> Identity {
    if let identity = try engine.read({ try load($0, tables, path: path) }) {
      if let environment, environment != identity.environment {
        throw StoreError.environmentMismatch(path: path, store: identity.environment, asked: environment)
      }
      return identity
    }
    guard opening == .create else {
      try engine.read { try checkIsNew($0, tables) }
      throw StoreError.notAStore(path: path, reason: "it was never made a store")
    }
    return try engine.write { transaction in
      // Another process may have made it since.
      if let identity = try load(transaction.reader, tables, path: path) { return identity }
      try checkIsNew(transaction.reader, tables)
      let identity = Identity(
        format: newestFormat, environment: environment ?? .production,
        number: try RandomBytes.make(count: 16), madeAt: now)
      try transaction.put(identity.encoded(), for: MetaKey.store, in: tables.meta)
      try transaction.put(Head.empty.encoded(), for: MetaKey.head, in: tables.meta)
      return identity
    }
  }

  /// What a file that was opened as a store is.
  static func loaded(_ reader: Reader, _ tables: Tables, path: String) throws -> Identity {
    guard let identity = try load(reader, tables, path: path) else {
      throw StoreError.damaged(table: TableName.meta.rawValue, reason: .missing(what: "what the store is"))
    }
    return identity
  }

  /// Where there is anything, a store was made, and what it is has been lost since.
  private static func checkIsNew(_ reader: Reader, _ tables: Tables) throws {
    for table in [tables.meta, tables.events] where try reader.count(of: table.engine) > 0 {
      throw StoreError.damaged(table: TableName.meta.rawValue, reason: .missing(what: "what the store is"))
    }
  }

  private static func load(_ reader: Reader, _ tables: Tables, path: String) throws -> Identity? {
    let key = MetaKey.store
    guard let payload = try reader.payload(for: key.rawSpan, in: tables.meta) else { return nil }
    return try Identity(payload, path: path)
  }

  /// - Parameter path: Named where the format is none that is read here.
  init(_ payload: RawSpan, path: String) throws {
    var bytes = ByteReader(payload)
    let format = try bytes.count("format")
    guard format > 0 else { throw StoreError.notAStore(path: path, reason: "it has format 0") }
    guard format <= Self.newestFormat else {
      throw StoreError.newerFormat(
        path: path, found: Int(clamping: format), supported: Int(Self.newestFormat))
    }
    self.format = format
    environment = try bytes.choice("environment", of: StoreEnvironment.self)
    number = try bytes.bytes("store id", count: 16)
    madeAt = try bytes.instant("made at")
    try bytes.finish()
  }
}

/// The keys of `meta`.
enum MetaKey {
  static let store = Array("store".utf8)
  static let head = Array("head".utf8)
  static let catalog = Array("catalog".utf8)
  static let policy = Array("policy".utf8)
  static let identity = Array("identity".utf8)
  static let refused = Array("refused".utf8)
  static let apps = Array("apps".utf8)
}

/// The end of the log: how many events there are and the last link of their chain.
struct Head: Equatable {
  var sequence: UInt64
  var link: [UInt8]

  static let empty = Head(sequence: 0, link: Array(repeating: 0, count: 32))

  func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 40)
    writer.fixed(sequence)
    writer.raw(link)
    return writer.bytes
  }

  /// The end of the log as it is said and as it is.
  ///
  /// Every commit that adds an event writes both pages. If one of them is what it was some commits ago, because the disk lost its write, so are
  /// the catalog and the policies, or so is the log.
  ///
  /// - Throws: ``StoreError/damaged(table:reason:)`` where they do not agree.
  static func load(_ reader: Reader, _ tables: Tables) throws -> Head {
    let head = try stored(reader, tables)
    if head != .empty {
      let payload = try reader.logPayload(head.sequence, in: tables.events)
      if try LogEntry.link(of: payload) != head.link {
        throw StoreError.damaged(
          table: tables.meta.name.rawValue,
          reason: .pages(what: "the head's link is not that of the last event"))
      }
    }
    let next = Key.event(head.sequence &+ 1)
    if try reader.value(for: next.rawSpan, in: tables.events.engine) != nil {
      throw StoreError.damaged(
        table: tables.meta.name.rawValue,
        reason: .pages(what: "the log goes on after event \(head.sequence), where its head says that it ends")
      )
    }
    return head
  }

  /// What the head says, whether or not the log agrees.
  static func stored(_ reader: Reader, _ tables: Tables) throws -> Head {
    let key = MetaKey.head
    guard let payload = try reader.payload(for: key.rawSpan, in: tables.meta) else {
      throw StoreError.damaged(table: "meta", reason: .missing(what: "head"))
    }
    return try Head(payload)
  }

  init(sequence: UInt64, link: [UInt8]) {
    self.sequence = sequence
    self.link = link
  }

  init(_ payload: RawSpan) throws {
    var bytes = ByteReader(payload)
    self.init(sequence: try bytes.fixed("sequence"), link: try bytes.bytes("link", count: 32))
    try bytes.finish()
  }
}
