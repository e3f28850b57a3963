import EntstoreModel

extension Scenario {
  /// Seasons that last one after another, each a lineage of its own.
  static let stacking = [
    Scenario(
      "three seasons in a row, the first refunded while it ran",
      catalog: seasons,
      [
        .season("a", day(0), lineage: "s1", by: "ada"),
        .season("b", day(10), lineage: "s2", by: "ada"),
        .season("c", day(20), lineage: "s3", by: "ada"),
        .notice("d", day(16), Said("s1", Sale.season(from: day(0)).refunded(day(15)))),
        .bought("e", day(12), lineage: "1000", by: "ada"),
      ]),
    Scenario(
      "seasons that change hands by a token heard of late, a claim and a transfer",
      catalog: seasons,
      [
        .season("a", day(0), lineage: "s1", by: nil),
        .season("b", day(5), lineage: "s2", by: "ada"),
        .season("c", day(9), lineage: "s3", by: "bob"),
        .notice("d", day(8), Said("s3", Sale.season(from: day(9)).by("ada"))),
        .custody("e", day(30), "s1", "ada", .claim),
        .custody("f", day(31), "s2", "bob", .transfer),
      ]),
    Scenario(
      "seasons of one lineage, one with an end of its own, one that becomes another product",
      catalog: seasons,
      [
        .season("a", day(0), lineage: "s1", by: "ada"),
        .notice("b", day(7), Said("s1", Sale(2, .season, from: day(6), to: nil, kind: .nonRenewing))),
        .notice("c", day(8), Said("s1", Sale(2, .max, from: day(6), to: nil, kind: .nonRenewing))),
        .notice(
          "d", day(9), Said("s2", Sale(3, .season, from: day(3), to: day(50), kind: .nonRenewing).by("ada"))),
        .season("e", day(4), lineage: "s3", by: "ada"),
      ]),
  ]

  private static let seasons = Catalog(
    entitlements: ["pass": .init(products: [.appStore: [.season]])],
    terms: [.season: .days(30), .max: .days(3)], stacking: [.season])
}

extension Sale {
  /// A season, whose end the catalog knows.
  static func season(from: Instant) -> Sale {
    Sale(1, .season, from: from, to: nil, kind: .nonRenewing)
  }
}

extension EventDraft {
  static func season(
    _ id: EventID, _ signedAt: Instant, lineage: Lineage, by token: AccountToken?
  ) -> EventDraft {
    .notice(id, signedAt, Said(lineage, Sale.season(from: signedAt).by(token)))
  }

  /// Somebody comes to hold `lineage`.
  static func custody(
    _ id: EventID, _ signedAt: Instant, _ lineage: Lineage, _ subject: Subject, _ kind: CustodyAct.Kind
  ) -> EventDraft {
    EventDraft(
      rail: .local, id: id, signedAt: signedAt, label: EventLabel(type: "CUSTODY"),
      environment: .production, provenance: .local,
      act: .custody(CustodyAct(lineage: lineage, subject: subject, kind: kind)))
  }
}
