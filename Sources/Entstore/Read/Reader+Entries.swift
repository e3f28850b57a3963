import EntstoreLMDB

extension Reader {
  /// Walks the entries of a whole table, each one checked.
  ///
  /// A page of the engine's that leads nowhere looks like the end, so they are counted.
  ///
  /// - Parameters:
  ///   - isEnough: Asked before each entry; true ends the walk.
  ///   - body: Gets key and payload.
  /// - Throws: ``StoreError/damaged(table:reason:)``, also where there are fewer entries than the table says, or more; what `body`
  ///   throws.
  func forEachEntry(
    of table: StoreTable, until isEnough: @autoclosure () -> Bool = false,
    _ body: (RawSpan, RawSpan) throws -> Void
  ) throws {
    var count = 0
    var cursor = try cursor(in: table.engine)
    while try cursor.next() {
      if isEnough() { return }
      count += 1
      let key = cursor.key
      try body(key, Seal.opened(cursor.value, key: key, in: table))
    }
    let expected = try self.count(of: table.engine)
    if count != expected {
      throw StoreError.damaged(
        table: table.name.rawValue, reason: .pages(what: "\(count) of \(expected) entries are to be found"))
    }
  }

  /// Walks the keys that begin with `prefix`, without their values; with an empty one, all entries as ``forEachEntry(of:until:_:)``.
  func forEachKey(under prefix: [UInt8], in table: StoreTable, _ body: (RawSpan) throws -> Void) throws {
    if prefix.isEmpty { return try forEachEntry(of: table) { key, _ in try body(key) } }
    var cursor = try cursor(in: table.engine)
    var isThere = try cursor.seek(to: prefix.rawSpan)
    while isThere, cursor.key.hasPrefix(prefix.rawSpan) {
      try body(cursor.key)
      isThere = try cursor.next()
    }
  }
}
