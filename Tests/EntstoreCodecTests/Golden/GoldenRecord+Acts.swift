import EntstoreModel

extension GoldenRecord {
  static let acts = [
    GoldenRecord("an empty catalog", Catalog(), "00 00"),
    GoldenRecord(
      "catalog", Sample.catalog,
      """
      02 05 62 61 73 69 63 01 01 01 01 42 00 03 70 72 6f 02 01 02 01 4d 01 59 03 01 01 6d 01 05 62 61
      73 69 63 01 06 73 65 61 73 6f 6e 80 e0 e2 f7 39
      """),
    GoldenRecord(
      "a catalog of strange terms",
      Catalog(
        entitlements: ["k": Catalog.Offer()],
        terms: ["b": TimeSpan(milliseconds: .min), "a": TimeSpan(milliseconds: -1)]),
      "01 01 6b 00 00 02 01 61 01 01 62 ff ff ff ff ff ff ff ff ff 01"),
    GoldenRecord(
      "policy", Policy.standard,
      "80 f4 ee 06 a0 fe 0a 80 a0 b1 ee 03 80 f0 b2 52 80 c0 ec cf 26"),
    GoldenRecord(
      "a policy at the ends of every range",
      Policy(
        renewalLeeway: TimeSpan(milliseconds: -1), soak: TimeSpan(milliseconds: 0),
        graceFallback: TimeSpan(milliseconds: .min), earlyCharge: TimeSpan(milliseconds: .max),
        retryWindow: TimeSpan(milliseconds: -64)),
      "01 00 ff ff ff ff ff ff ff ff ff 01 fe ff ff ff ff ff ff ff ff 01 7f"),
    GoldenRecord(
      "catalog with stacking",
      Catalog(terms: ["pass": .days(7), "season": .days(90)], stacking: ["season", "pass"]),
      """
      00 02 04 70 61 73 73 80 90 e4 c0 04 06 73 65 61 73 6f 6e 80 e0 e2 f7 39
      02 04 70 61 73 73 06 73 65 61 73 6f 6e
      """),
    GoldenRecord(
      "a catalog that stacks what has no term", Catalog(stacking: ["k"]), "00 00 01 01 6b"),
  ]
}
