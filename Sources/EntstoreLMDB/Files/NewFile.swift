/// A file that has its name only once it is whole and on the disk, for its owner's eyes.
///
/// Until then it is at ``UnfinishedFile/copyName(for:)``, and gone with this value.
package final class NewFile {
  private let path: String
  private let unfinished: UnfinishedFile

  /// - Throws: ``LMDBError/alreadyExists(path:)``; ``LMDBError/notFoundFile(path:)`` for its folder.
  package init(at path: String) throws(LMDBError) {
    if FileIdentity(at: path) != nil { throw .alreadyExists(path: path) }
    UnfinishedFile.removeAbandoned(for: path)
    self.path = path
    unfinished = try UnfinishedFile(for: path)
  }

  /// Where to write to.
  package var descriptor: Int32 { unfinished.file.number }

  /// Gives it its name; durable when this returns.
  package func finish() throws(LMDBError) {
    try unfinished.file.synchronize(path: path)
    try unfinished.finish(as: path)
  }
}
