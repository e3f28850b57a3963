import EntstoreCodec
import EntstoreLMDB
@_exported import EntstoreModel

/// What can go wrong in a store. Each case carries its evidence; its documentation says what to do.
@nonexhaustive
public enum StoreError: Error, Sendable {
  /// There is no store at `path`. Create one, or name another path.
  case notFound(path: String)
  /// The folder that `path` would stand in does not exist. Make it, or name another path.
  case folderNotFound(path: String)
  /// A file that was to be made is there already. Nothing was written; name another path, or move it away.
  case fileExists(path: String)
  /// The file is something else, or nothing that this version reads. Name another path.
  case notAStore(path: String, reason: String)
  /// The store was written by a newer version. Use that version or a later one; nothing was changed.
  case newerFormat(path: String, found: Int, supported: Int)
  /// The store is of a format that cannot hold this. Nothing was written; migrate the store, for good, and try again.
  case olderFormat(path: String, found: Int, needed: Int)
  /// The store holds the other environment. Open it as that, or name another store.
  case environmentMismatch(path: String, store: StoreEnvironment, asked: StoreEnvironment)
  /// An event of another environment than the store's. Nothing was written; send it to the store of its own.
  case wrongEnvironment(event: EventID, store: StoreEnvironment, found: StoreEnvironment)
  /// An event of an app that is not among the store's. Nothing was written.
  case wrongApp(event: EventID, app: String, allowed: [String])
  /// A date that no store event can have: seconds instead of milliseconds, or beyond the year 2400. Nothing was written.
  case implausibleDate(event: EventID, field: String, epochMilliseconds: Int64)
  /// The clock of this host is before 1973 or beyond 2400, so that nothing can be dated by it: no act, which is signed now. Nothing
  /// was written; set the clock, and try again.
  case implausibleClock(now: Instant)
  /// One event states facts of the same lineage twice. Nothing was written; a rail must merge them.
  case repeatedLineage(event: EventID, lineage: Lineage)
  /// An act that states facts as well, or that comes from a store's rail; or a purchase that calls itself granted and is no
  /// act. Nothing was written; only the owner acts.
  case misplacedAct(event: EventID)
  /// A grant that ends before it begins. Nothing was written.
  case emptyGrant(from: Instant, until: Instant)
  /// There is no grant of this name to revoke. Nothing was written.
  case noSuchGrant(lineage: Lineage)
  /// The token stands for somebody else. Nothing was written; a token is never moved, make another.
  case tokenTaken(token: AccountToken, holder: Subject)
  /// Lineages of a subject that was to be erased open for somebody else too. Nothing was written; end the shares, or transfer the
  /// lineages, and erase then.
  case sharedWithOthers(subject: Subject, lineages: [Lineage])
  /// More than one event may hold. Nothing was written.
  case eventTooLarge(event: EventID, byteCount: Int, limit: Int)
  /// Something stored is not what was written: in this table, or in the `file` as a whole. Run `verify`; restore a backup or
  /// rebuild what is derived.
  case damaged(table: String, reason: Damage)
  /// The disk is full. Nothing was written, and reading goes on; make room and try again.
  case diskFull(path: String)
  /// Somebody else holds what is needed. Try again when they are done.
  case busy(path: String)
  /// Somebody has the file open by another lock file: by another hard link, a mount of the file alone, or since before its lock file
  /// was removed. Nothing was written; close it there, and use one name.
  case openUnderOtherName(path: String)
  /// The file that is open is not at `path` any more: it, or its folder, was moved, removed or replaced by another. Nothing was
  /// written, and reading goes on. Move it back, and the next write goes on; or close it and open what is there now.
  case movedAway(path: String)
  /// Nothing can be written at `path`, because its file system, or the file where it is mounted by itself, is read-only. Nothing was
  /// written, and reading works; make it writable, or move the store.
  case readOnlyDisk(path: String)
  /// The store was opened for reading only.
  case readOnly(path: String)
  /// The store is closed.
  case closed
  /// The engine or the operating system failed; `code` is LMDB's or `errno`. The message says what it was doing.
  case engine(code: Int32, message: String, isRetryable: Bool)

  /// How a stored value is wrong.
  public enum Damage: Hashable, Sendable {
    case tooShort
    case recordVersion(UInt8)
    /// The checksum over table, key and value does not agree.
    case checksum
    /// The bytes are sound and mean nothing: `field` says where.
    case record(field: String)
    /// The pages that the tables lie on are not what the engine wrote.
    case pages(what: String)
    /// Something that must be there is missing.
    case missing(what: String)
    /// It is not what its events come to: a page may be what it was some commits ago.
    case contradiction(what: String)

    static let missingTable = Damage.missing(what: "the table itself")
  }

  /// Whether the same call may succeed later without anything being changed by hand.
  public var isRetryable: Bool {
    switch self {
    case .busy, .openUnderOtherName: true
    case .engine(_, _, let isRetryable): isRetryable
    case .notFound, .folderNotFound, .fileExists, .notAStore, .newerFormat, .olderFormat,
      .environmentMismatch,
      .wrongEnvironment, .wrongApp,
      .implausibleDate, .repeatedLineage, .misplacedAct, .emptyGrant, .noSuchGrant, .tokenTaken,
      .sharedWithOthers, .eventTooLarge, .damaged, .diskFull, .movedAway, .readOnly,
      .readOnlyDisk, .implausibleClock, .closed:
      false
    }
  }
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(let path): "there is no store at \(path)"
    case .folderNotFound(let path): "the folder of \(path) does not exist"
    case .fileExists(let path): "\(path) exists already and is not overwritten"
    case .notAStore(let path, let reason): "\(path) is no store that can be opened: \(reason)"
    case .newerFormat(let path, let found, let supported):
      "\(path) has format \(found); this version reads up to \(supported). Use a newer entstore"
    case .olderFormat(let path, let found, let needed):
      "\(path) has format \(found), and this needs format \(needed): migrate the store first"
    case .environmentMismatch(let path, let store, let asked):
      "\(path) is a \(store) store, not \(asked)"
    case .wrongEnvironment(let event, let store, let found):
      "event \(event) is of the \(found) environment; this is a \(store) store"
    case .wrongApp(let event, let app, let allowed):
      "event \(event) is of the app \(app); this store takes \(allowed.joined(separator: ", "))"
    case .implausibleDate(let event, let field, let value):
      "event \(event): \(field) is \(value), which is no date in milliseconds between March 1973 and the end of 2400"
    case .implausibleClock(let now):
      "the clock of this host cannot be right: it is \(now.epochMilliseconds) ms from 1970, not between March 1973 and the end of 2400. Nothing was "
        + "written; set the clock (NTP), and try again"
    case .repeatedLineage(let event, let lineage):
      "event \(event) states facts of lineage \(lineage) twice"
    case .misplacedAct(let event):
      "event \(event) is an act, and states facts or comes from a rail that cannot act; or it grants without one"
    case .emptyGrant(let from, let until):
      "the grant would end (\(until.epochMilliseconds)) before it begins (\(from.epochMilliseconds))"
    case .noSuchGrant(let lineage): "there is no grant \(lineage)"
    case .tokenTaken(let token, let holder): "the token \(token) stands for \(holder) already"
    case .sharedWithOthers(let subject, let lineages):
      "\(subject) cannot be erased while others have a share of \(lineages.map(\.text).joined(separator: ", ")): end the "
        + "shares, or transfer the lineages, and erase then"
    case .eventTooLarge(let event, let count, let limit):
      "event \(event) has \(count) bytes; an event holds at most \(limit)"
    case .damaged(Self.file, let damage):
      "the store is damaged: \(damage). Run 'entstore verify', which says what to do"
    case .damaged(let table, .pages(let what)):
      "the store is damaged in the table \(table): \(what). Run 'entstore verify', which says what to do"
    case .damaged(let table, let damage):
      "the table \(table) is damaged: \(damage). Verify the store; rebuild what is derived, or restore a backup"
    case .diskFull(let path): "the disk is full: \(path). This write left nothing; make room and try again"
    case .busy(let path): "\(path) is in use by another process"
    case .openUnderOtherName(let path):
      "\(path) is open elsewhere under another name, or since before its lock file was removed: both at once would damage it. "
        + "Close it there, and use one name"
    case .movedAway(let path):
      "the store that is open is not at \(path) any more: it, or its folder, was moved, removed or replaced. This write left nothing; "
        + "move it back, or open what is there now"
    case .readOnlyDisk(let path): "\(path) cannot be written: the disk, or the file, is read-only"
    case .readOnly(let path): "\(path) was opened for reading only"
    case .closed: "the store is closed"
    case .engine(_, let message, _): message
    }
  }
}

extension StoreError.Damage: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooShort: "a value is too short"
    case .recordVersion(let version): "a value has the unknown version \(version)"
    case .checksum: "a checksum does not agree"
    case .record(let field): "\(field) is not readable"
    case .pages(let what): what
    case .missing(let what): "\(what) is missing"
    case .contradiction(let what): "\(what) is not what its events come to"
    }
  }
}
