import EntstoreCodec
import EntstoreLMDB

/// Changes that become visible and durable together, or not at all.
///
/// It sees its own changes. The lineages that it touches are folded once, when something is read or at the commit.
public struct StoreTransaction: ~Copyable {
  var engine: WriteTransaction
  let tables: Tables
  let environment: StoreEnvironment
  let path: String
  private let memory: FoldMemory
  /// The instant that "now" means in this transaction, and when its events were received.
  public let now: Instant

  var settings: Settings
  var head: Head
  private var storedHead: Head
  /// The error that has left something half done: whoever caught it, this transaction is not committed.
  private var failure: (any Error)?
  var apps: [String]
  var touched: Set<Lineage> = []
  /// Makes the events of this transaction ready; they are received at its now.
  var preparer: EventPreparer
  /// What was refused here and is not counted in the store yet.
  var refused = RefusedRecord()

  init(_ engine: consuming WriteTransaction, from start: Start, store: EntitlementStore) {
    self.engine = engine
    tables = store.tables
    environment = store.environment
    path = store.path
    memory = store.memory
    let now = start.now
    self.now = now
    preparer = EventPreparer { now }
    settings = start.settings
    head = start.head
    storedHead = start.head
    apps = start.apps
    memory.begin(head: head, number: self.engine.reader.transactionID)
  }

  /// What a transaction finds.
  struct Start {
    let now: Instant
    let settings: Settings
    let head: Head
    let apps: [String]

    init(_ reader: Reader, store: EntitlementStore) throws {
      now = store.clock()
      settings = try store.settings.settings(of: reader.transactionID - 1, in: reader, store.tables)
      head = try Head.load(reader, store.tables)
      apps = try AppList.load(reader, store.tables)
    }
  }

  /// How many events the log holds, those of this transaction included.
  public var eventCount: UInt64 { head.sequence }

  consuming func release() -> WriteTransaction {
    engine
  }

  /// The last thing before the commit.
  mutating func finish() throws {
    try settle()
    memory.leave(head: head, number: engine.reader.transactionID)
  }

  /// Derives all that this transaction has touched so far, and puts down where the log ends.
  mutating func settle() throws {
    try orFail { transaction in
      try transaction.putHead()
      try transaction.putRefusals()
      try transaction.deriveTouched()
    }
  }

  /// Runs `body`, after whose error nothing else can be done here.
  mutating func orFail<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    if let failure { throw failure }
    do {
      return try body(&self)
    } catch {
      failure = error
      throw error
    }
  }

  /// An event has been put into the timelines of `lineages`.
  mutating func touch(_ lineages: [Lineage], at position: EventPosition) {
    for lineage in lineages { memory.noteEntry(of: lineage, at: position) }
    touched.formUnion(lineages)
  }

  /// Entries have been taken out of the timelines of `lineages`, or changed there.
  mutating func touchWholly(_ lineages: Set<Lineage>) {
    for lineage in lineages { memory.forget(lineage) }
    touched.formUnion(lineages)
  }

  private mutating func putHead() throws {
    guard head != storedHead else { return }
    try engine.put(head.encoded(), for: MetaKey.head, in: tables.meta)
    storedHead = head
  }

  private mutating func deriveTouched() throws {
    guard !touched.isEmpty else { return }
    var derivation = Derivation(tables: tables, settings: settings)
    derivation.memory = memory
    try derivation.deriveAll(touched, in: &engine)
    touched.removeAll(keepingCapacity: true)
  }
}

extension StoreTransaction {
  /// Reads what this transaction would leave behind.
  public mutating func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
    try settle()
    return try body(
      Snapshot(
        reader: engine.reader, tables: tables, settings: settings, environment: environment, now: now))
  }
}

extension EntitlementStore {
  /// Changes the store, all or nothing.
  ///
  /// Durable when this returns. Never run twice. Other threads and processes that write wait; readers do not.
  ///
  /// - Precondition: Not called from inside another `write` on this thread.
  /// - Throws: ``StoreError``, or what `body` throws; nothing was written then.
  @discardableResult
  public func write<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    reportLongSnapshots()
    do {
      return try engine.write { engine in
        let start = try StoreTransaction.Start(engine.reader, store: self)
        var transaction = StoreTransaction(engine, from: start, store: self)
        let result = Swift.Result {
          let result = try body(&transaction)
          try transaction.finish()
          return result
        }
        engine = transaction.release()
        return try result.get()
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }
}
