import Entstore

/// What a command makes sure of before it believes what the engine finds on its pages, or does not find.
///
/// Every value that is read is checked as it is; but where a page on the way to it is damaged there seems to be none, and too
/// little would be said with the exit code of success.
enum PageCheck {
  /// What is read tells by itself where something is missing, or to find that out is what the command is for.
  case nothing
  /// All pages and values: for who goes through most of them anyway, and may write.
  case everything
  case tables([TableName])
  case subject(Subject)
  case lineage(Lineage)
}

extension EntitlementStore {
  /// - Throws: ``StoreError/damaged(table:reason:)``.
  func check(_ checks: [PageCheck]) throws {
    for check in checks {
      switch check {
      case .nothing: break
      case .everything: try checkPages()
      case .tables(let tables): try checkPages(of: tables)
      case .subject(let subject): try checkPages(of: subject)
      case .lineage(let lineage): try checkPages(of: lineage)
      }
    }
  }
}
