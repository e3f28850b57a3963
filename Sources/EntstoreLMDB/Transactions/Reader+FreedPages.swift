import CLMDB

/// The pages that one commit gave up and that nobody has used again.
package struct FreedPages: Sendable, Hashable {
  /// The commit; who reads an older one, or this one, keeps them from being used.
  package let transactionID: Int
  package let count: Int
}

extension Reader {
  /// The free pages of this snapshot, by the commit that gave them up, oldest first.
  ///
  /// - Complexity: O(commits that gave up pages).
  ///
  /// Source: `mdb_freelist_save` in mdb.c of LMDB 0.9.24; `mdb_stat -f` counts in the same way.
  package func freedPages() throws(LMDBError) -> [FreedPages] {
    var opened: OpaquePointer?
    let code = unsafe mdb_cursor_open(transaction, 0, &opened)
    guard code == 0, let opened = unsafe opened else {
      throw unsafe .lmdb("mdb_cursor_open", in: transaction, returned: code)
    }
    var freed: [FreedPages] = []
    var cursor = unsafe _overrideLifetime(Cursor(opened), copying: self)
    var isThere = try cursor.first()
    while isThere {
      // The list begins with its own length.
      if cursor.key.byteCount >= 8, cursor.value.byteCount >= 8 {
        let (commit, count) = unsafe (
          cursor.key.unsafeLoadUnaligned(as: Int.self), cursor.value.unsafeLoadUnaligned(as: Int.self)
        )
        // One that is longer than what holds it is damaged.
        let held = cursor.value.byteCount / 8 - 1
        freed.append(FreedPages(transactionID: commit, count: min(max(0, count), held)))
      }
      isThere = try cursor.next()
    }
    return freed
  }
}
