import EntstoreModel
import Testing

/// A life, or several, told in a handful of events, in the order in which they happened.
struct Scenario: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let events: [EventDraft]
  var catalog: Catalog?

  init(_ name: String, catalog: Catalog? = nil, _ events: [EventDraft]) {
    testDescription = name
    self.catalog = catalog
    self.events = events
  }

  static let short = subscriptions + plans + owners + otherStores + stacking
}

private let ada: AccountToken = "ada"
private let bob: AccountToken = "bob"
private let first = Sale.month(1, from: day(0), token: ada)
private let second = first.renewed
private let third = second.renewed

extension Scenario {
  private static let subscriptions = [
    Scenario(
      "renewed, turned off, expired",
      [
        .notice("a", day(0), Said("1000", first, .on, .active)),
        .notice("b", day(30), Said("1000", second, .on, .active)),
        .notice("c", day(60), Said("1000", third, .on, .active)),
        .notice("d", day(70), Said("1000", third, .off, .active)),
        .notice("e", day(90), Said("1000", third, .off, .expired, because: .voluntary)),
      ]),
    Scenario(
      "grace, retry, recovered, refunded",
      [
        .notice("a", day(0), Said("1000", first, .on, .active)),
        .notice("b", day(30), Said("1000", first, .grace(until: day(36)), .grace)),
        .notice("c", day(36), Said("1000", first, .retrying, .billingRetry)),
        .notice("d", day(40), Said("1000", Sale.month(2, from: day(40), token: ada), .on, .active)),
        .notice("e", day(45), Said("1000", Sale.month(2, from: day(40)).refunded(day(45)), nil, .revoked)),
        .notice("f", day(46), Said("1000", Sale.month(2, from: day(40), token: ada), .on, .active)),
      ]),
    Scenario(
      "expired and renewed seconds apart, and ties of one instant",
      [
        .notice("a", day(0), Said("1000", first, .on)),
        .notice("b", day(30) + .seconds(20), Said("1000", first, .retrying, .expired, because: .billing)),
        .notice("c", day(30) + .seconds(20), Said("1000", second, .on, .active)),
        .notice("d", day(30) + .seconds(20), Said("1000", second, .off, .active), rank: 1),
        .notice("e", day(30) + .seconds(20), Said("1000", first, nil, .billingRetry), rank: 1),
        .notice("f", day(30) + .seconds(5), Said("1000", second.restored(as: 77))),
      ]),
    Scenario(
      "bought again after a refund under another transaction",
      [
        .notice("a", day(0), Said("1000", Sale(1, .lifetime, from: day(0), to: nil, kind: .nonConsumable))),
        .notice(
          "b", day(3),
          Said("1000", Sale(1, .lifetime, from: day(0), to: nil, kind: .nonConsumable).refunded(day(2)))),
        .notice(
          "c", day(5),
          Said(
            "1000", Sale(1, .lifetime, from: day(5), to: nil, kind: .nonConsumable).restored(as: 9).by(bob))),
        .notice("d", day(6), Said("1000", nil, nil, .revoked)),
      ]),
  ]

  private static let plans = [
    Scenario(
      "upgraded in the middle, then back at renewal",
      [
        .notice("a", day(0), Said("1000", first, .on, .active)),
        .notice("b", day(10), Said("1000", first.upgraded)),
        .notice("c", day(10), Said("1000", .month(2, .max, from: day(10), token: ada), .on, .active)),
        .notice("d", day(20), Said("1000", nil, .period(.max, until: day(40)), .active)),
        .notice("e", day(40), Said("1000", .month(2, .max, from: day(10)).renewed.by(ada), .on, .active)),
        .notice("f", day(50), Said("1000", nil, .period(.yearly, until: day(400)), .active)),
      ]),
    Scenario(
      "a season whose term the catalog gives, and a consumable",
      catalog: Catalog(
        entitlements: ["pass": .init(products: [.appStore: [.season]])], terms: [.season: .days(120)]),
      [
        .notice(
          "a", day(0), Said("2000", Sale(1, .season, from: day(0), to: nil, kind: .nonRenewing, token: ada))),
        .notice(
          "b", day(9), Said("2001", Sale(2, "coins", from: day(9), to: nil, kind: .consumable, token: ada))),
        .notice("c", day(60), Said("2000", Sale(3, .season, from: day(60), to: nil, kind: .nonRenewing))),
        .notice(
          "d", day(70),
          Said("2000", Sale(3, .season, from: day(60), to: nil, kind: .nonRenewing).refunded(day(69)))),
        .notice("e", day(71)),
      ]),
    Scenario(
      "one payload's parts shared by several events",
      [
        .notice("a", day(0), Said("1000", first), raw: [.inline([1, 2]), .shared([9, 9, 9])]),
        .notice("b", day(30), Said("1000", second), raw: [.shared([9, 9, 9]), .inline([3])]),
        .notice("c", day(60), Said("1000", third), raw: [.shared(Array(repeating: 7, count: 900))]),
        .notice("d", day(61), raw: [.shared([9, 9, 9])]),
      ]),
  ]

  private static let owners = [
    Scenario(
      "two tokens, and events without any",
      [
        .notice("a", day(0), Said("1000", first.by(nil), .on, .active)),
        .notice("b", day(30), Said("1000", second.by(bob), .on, .active)),
        .notice("c", day(31), Said("1000", second.by(ada))),
        .notice("d", day(60), Said("1000", third.by(ada), .on, .active)),
        .notice("e", day(60), Said("1000", third.by("carol")), rank: 2),
        .notice("f", day(29), Said("1000", nil, .off)),
      ]),
    Scenario(
      "shared with the family, taken back, shared again",
      [
        .notice("a", day(0), Said("1000", first.familyShared, .on, .active)),
        .notice("b", day(4), Said("1000", first.familyShared.refunded(day(4)), nil, .revoked)),
        .notice("c", day(6), Said("1000", first.familyShared.restored(as: 50))),
        .notice("d", day(30), Said("1000", second.familyShared, .on, .active)),
        .notice("e", day(60), Said("1000", third.by(bob), .on, .active)),
      ]),
    Scenario(
      "two lineages of one subject, one of another",
      [
        .bought("a", day(0), lineage: "1000", by: ada),
        .bought("b", day(1), lineage: "1001", .max, by: ada),
        .bought("c", day(1), lineage: "1", .yearly, by: bob),
        .notice("d", day(20), Said("1001", nil, .off)),
        .notice("d", day(21), Said("1000", nil, .off)),
        .notice("d", day(21), Said("1", nil, .on), rail: .playStore),
      ]),
  ]

  private static let otherStores = [
    Scenario(
      "one event about two lineages, an end and its taking back",
      [
        .notice(
          "a", day(0), Said("s1", .month(1, from: day(0), token: ada)),
          Said("s2", .month(2, .max, from: day(0), token: ada)), rail: .stripe),
        .notice(
          "b", day(5), Said("s1", ending: .ended(at: day(5), reason: .other)), Said("s2", nil, .on, .active),
          rail: .stripe),
        .notice("c", day(6), Said("s1", ending: .takenBack), rail: .stripe),
        .notice(
          "d", day(6), Said("s2", ending: .ended(at: day(9), reason: .billing)), Said("s1", nil, .off),
          rail: .stripe, rank: 1),
        .notice(
          "e", day(7), Said("s3", .month(3, from: day(7), token: bob)), Said("s1", nil, nil, .billingRetry),
          rail: .stripe),
      ]),
    Scenario(
      "pending, paused, resumed, voided",
      [
        .notice("a", day(0), Said("p1", nil, nil, .pending), rail: .playStore),
        .notice("b", day(1), Said("p1", first, .on, .active), rail: .playStore),
        .notice("c", day(30), Said("p1", first, .on, .paused), rail: .playStore),
        .notice(
          "d", day(50), Said("p1", .month(2, from: day(50), token: ada), .on, .active), rail: .playStore),
        .notice(
          "e", day(55), Said("p1", void: VoidFact(purchase: "purchase-2", at: day(54))), rail: .playStore),
        .notice(
          "f", day(56), Said("p1", .month(2, from: day(50), token: ada), .on, .active), rail: .playStore),
      ]),
  ]

  /// Seven events are 5040 orders: a few hundred of them are drawn.
  static let seven = [
    Scenario(
      "a long life with every turn",
      [
        .notice("a", day(0), Said("1000", first.by(nil), .on, .active)),
        .notice("b", day(30), Said("1000", first, .grace(until: day(36)), .grace)),
        .notice("c", day(33), Said("1000", .month(2, from: day(33), token: bob), .on, .active)),
        .notice("d", day(40), Said("1000", Sale.month(2, from: day(33)).upgraded)),
        .notice("e", day(40), Said("1000", .month(3, .max, from: day(40), token: ada), .on, .active)),
        .notice(
          "f", day(41), Said("1000", Sale.month(3, .max, from: day(40)).refunded(day(41)), nil, .revoked)),
        .notice("g", day(43), Said("1000", nil, .off, .expired, because: .other)),
      ]),
    Scenario(
      "two subjects and a family, entangled",
      catalog: Catalog(
        entitlements: [
          "pro": .init(products: [.appStore: [.monthly, .yearly]]),
          "max": .init(products: [.appStore: [.max]], includes: ["pro"]),
        ]),
      [
        .bought("a", day(0), lineage: "1", by: nil),
        .bought("b", day(2), lineage: "11", .max, by: bob),
        .notice(
          "c", day(3), Said("1", first.familyShared), Said("11", .month(4, .yearly, from: day(3), token: ada))
        ),
        .notice("d", day(30), Said("1", second.by(bob), .on, .active)),
        .notice("e", day(31), Said("1", second.by(ada)), Said("111", .month(8, from: day(31), token: bob))),
        .notice("f", day(31), Said("11", nil, .retrying, .billingRetry)),
        .notice("g", day(32), Said("111", nil, nil, .revoked), Said("1", nil, .off, .expired)),
      ]),
  ]
}
