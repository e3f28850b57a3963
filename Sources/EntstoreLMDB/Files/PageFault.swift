/// Something about the pages of a file that cannot be right.
package struct PageFault: Sendable, Hashable {
  /// The table whose pages they are; `nil` for the lists of tables and of free pages, and the file as a whole.
  package let table: String?
  /// Which page, and what is wrong with it, in words.
  package let what: String
}

extension LMDBError {
  package init(_ fault: PageFault, in path: String) {
    self = .damaged(path: path, table: fault.table, what: fault.what)
  }
}
