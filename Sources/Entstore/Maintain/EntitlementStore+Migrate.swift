import EntstoreLMDB

/// From which format a store was brought to which.
public struct Migration: Hashable, Sendable {
  public let from: Int
  public let to: Int

  /// Whether anything was written.
  public var hasChanged: Bool { from != to }
}

extension EntitlementStore {
  /// The format of the file, as it is now. docs/format.md §4.
  public func format() throws -> Int {
    do {
      return try engine.read { reader in Int(clamping: try Identity.loaded(reader, tables, path: path).format)
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }

  /// Brings the file to the newest format, for good; an older entstore cannot open it after that.
  ///
  /// Durable when this returns. One transaction: whatever interrupts it, the store is of the old format or of the new one. On a
  /// store of the newest format it does nothing, and makes no copy.
  ///
  /// - Parameter backup: Where a copy of the store is written and verified before anything changes; `nil`: nowhere.
  /// - Throws: ``StoreError/fileExists(path:)``, ``StoreError/damaged(table:reason:)`` for a copy that is not sound, and others;
  ///   nothing has changed then. Programs of an older version that have the store open do not notice: end them first.
  public func migrate(backup: String?) throws -> Migration {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    let newest = Int(Identity.newestFormat)
    let before = try format()
    if before == newest { return Migration(from: before, to: newest) }
    if let backup { _ = try self.backup(to: backup) }
    do {
      return try engine.write { engine in
        // Another process may have done it since.
        var identity = try Identity.loaded(engine.reader, tables, path: path)
        let before = Int(clamping: identity.format)
        guard before != newest else { return Migration(from: before, to: newest) }
        identity.format = Identity.newestFormat
        try engine.put(identity.encoded(), for: MetaKey.store, in: tables.meta)
        return Migration(from: before, to: newest)
      }
    } catch {
      throw StoreError.wrapping(error, path: path)
    }
  }
}
