import Entstore

/// What somebody may use, for people and for programs.
enum EntitlementText {
  /// A key that a lineage opens, or last opened.
  struct Row {
    let key: EntitlementKey
    let access: Access
    let entitlement: Entitlement

    var json: JSONText {
      .object([("key", .text(key.text))] + members(access, entitlement))
    }
  }

  /// A row for each key of each lineage, in the order given.
  static func rows(of entitlements: [Entitlement]) -> [Row] {
    entitlements.flatMap { entitlement in
      let segment = entitlement.segment
      let access = Access(
        isEntitled: segment.isEntitled, status: segment.status, reason: segment.reason, until: segment.until,
        entitledUntil: entitlement.entitledUntil)
      return entitlement.keys.map { Row(key: $0, access: access, entitlement: entitlement) }
    }
  }

  /// The members that every answer has.
  ///
  /// - Parameter lineage: What was asked about, where that is a lineage.
  static func members(
    _ access: Access, _ best: Entitlement?, lineage: Lineage? = nil
  ) -> [(String, JSONText)] {
    [
      ("isEntitled", .bool(access.isEntitled)), ("status", .text("\(access.status)")),
      ("reason", .text("\(access.reason)")), ("until", .time(access.until)),
      ("entitledUntil", .time(access.entitledUntil)), ("product", .text(best?.segment.product?.text)),
      ("rail", .text(best.map { "\($0.rail)" })), ("lineage", .text((best?.lineage ?? lineage)?.text)),
      ("expiresAt", .time(best?.summary.expiresAt)), ("willAutoRenew", .bool(best?.summary.willAutoRenew)),
      ("ownership", .text(best.map { "\($0.summary.ownership)" })),
      ("isTrial", .bool(best?.summary.isTrial ?? false)), ("signedAt", .time(best?.summary.signedAt)),
    ]
  }

  /// The reason, with what was given rather than paid called by its name.
  static func why(_ reason: AccessReason, _ entitlement: Entitlement) -> String {
    guard let unpaid = entitlement.unpaid else { return "\(reason)" }
    return reason == .paid || reason == .lifetime ? unpaid : "\(reason), \(unpaid)"
  }

  static func table(of rows: [Row], _ context: Context, namesLineages: Bool = true) -> String {
    var columns: [TextTable.Column] = [
      .init("KEY", isShrinkable: true), .init("ACCESS"), .init("STATUS"), .init("WHY"), .init("UNTIL"),
    ]
    if namesLineages { columns.append(.init("LINEAGE")) }
    var table = TextTable(columns)
    for row in rows {
      var cells = [
        row.key.text, row.access.isEntitled ? "yes" : "no", "\(row.access.status)",
        why(row.access.reason, row.entitlement),
        row.entitlement.summary.expiresAt.map(TimeText.text) ?? (row.access.isEntitled ? "forever" : "-"),
      ]
      if namesLineages { cells.append(row.entitlement.lineage.text) }
      table.append(cells)
    }
    return table.text(width: Terminal.tableWidth(1)) { context.style.bold($0) }
  }
}

extension Entitlement {
  /// "trial" or "gift" where nobody paid for its newest purchase.
  var unpaid: String? {
    if summary.isTrial { return "trial" }
    return rail == .grant ? "gift" : nil
  }
}
