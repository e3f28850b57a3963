import CLMDB

/// A table of an environment: byte strings of 1 to 511 bytes in ascending order, each with a value.
///
/// Good for the environment that gave it, and for every other of the same file in this process. A number and nothing else: it is
/// copied with every snapshot.
package struct Table: Sendable, Hashable {
  let handle: MDB_dbi
}

/// How a table lies on its pages.
package struct TableStatistics: Sendable, Hashable {
  package let entries: Int
  /// The levels of the tree; 0 if the table is empty.
  package let depth: Int
  package let branchPages: Int
  package let leafPages: Int
  /// Pages of values too long to lie beside their key.
  package let overflowPages: Int

  init(_ statistics: MDB_stat) {
    entries = statistics.ms_entries
    depth = Int(statistics.ms_depth)
    branchPages = statistics.ms_branch_pages
    leafPages = statistics.ms_leaf_pages
    overflowPages = statistics.ms_overflow_pages
  }
}
