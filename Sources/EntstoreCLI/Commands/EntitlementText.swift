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
  static func members(_ access: Access, _ best: Entitlement?) -> [(String, JSONText)] {
    [
      ("isEntitled", .bool(access.isEntitled)), ("status", .text("\(access.status)")),
      ("reason", .text("\(access.reason)")), ("until", .time(access.until)),
      ("entitledUntil", .time(access.entitledUntil)), ("product", .text(best?.segment.product?.text)),
      ("rail", .text(best.map { "\($0.rail)" })), ("lineage", .text(best?.lineage.text)),
      ("expiresAt", .time(best?.summary.expiresAt)), ("willAutoRenew", .bool(best?.summary.willAutoRenew)),
      ("ownership", .text(best.map { "\($0.summary.ownership)" })),
      ("isTrial", .bool(best?.summary.isTrial ?? false)), ("signedAt", .time(best?.summary.signedAt)),
    ]
  }

  static func table(of rows: [Row], _ context: Context) -> String {
    var table = TextTable([
      .init("KEY", isShrinkable: true), .init("ACCESS"), .init("STATUS"), .init("WHY"), .init("PAID UNTIL"),
    ])
    for row in rows {
      table.append([
        row.key.text, row.access.isEntitled ? "yes" : "no", "\(row.access.status)", "\(row.access.reason)",
        row.entitlement.summary.expiresAt.map(TimeText.text) ?? (row.access.isEntitled ? "forever" : "-"),
      ])
    }
    return table.text(width: Terminal.textWidth(1)) { context.style.bold($0) }
  }
}
