import EntstoreCodec
import EntstoreModel

extension GoldenRecord {
  static let lineages = [
    GoldenRecord("a lineage of nobody", LineageRecord(Holding()), "00 00"),
    GoldenRecord(
      "an owned lineage", LineageRecord(Holding(owner: "ann", evidence: .unknownToken)), "01 03 61 6e 6e 00"),
    GoldenRecord(
      "lineage record",
      LineageRecord(Holding(owner: "ann", evidence: .unknownToken, otherTokens: ["bob", "eve"])),
      "01 03 61 6e 6e 02 03 62 6f 62 03 65 76 65"),
    GoldenRecord(
      "a lineage of nobody with a token", LineageRecord(Holding(otherTokens: ["bob"])), "00 01 03 62 6f 62"),
    GoldenRecord(
      "a lineage that only a claim has named",
      LineageRecord(Holding(owner: "ann", evidence: .act), hasRow: false), "43 03 61 6e 6e 00"),
    GoldenRecord(
      "disputed lineage record",
      LineageRecord(
        Holding(
          owner: "ann", evidence: .knownToken, members: ["bob", "eve"],
          conflicts: [CustodyConflict(subject: "mal", kind: .claim, sequence: 300)], otherTokens: ["T"])),
      "82 03 61 6e 6e 01 01 54 02 03 62 6f 62 03 65 76 65 01 02 03 6d 61 6c ac 02"),
    GoldenRecord(
      "a lineage of nobody that is shared", LineageRecord(Holding(members: ["bob"])),
      "80 00 01 03 62 6f 62 00"),
  ]

  static let rows =
    [
      GoldenRecord(
        "row record",
        RowRecord(
          rail: .appStore,
          schedule: Schedule(segments: [
            Segment(until: Sample.expiresAt, status: .active, isEntitled: true, product: "M", reason: .paid),
            Segment(
              until: Sample.expiresAt.advanced(by: .hours(2)), status: .active, isEntitled: true,
              product: "M", reason: .awaitingRenewal),
            Segment(until: nil, status: .expired, isEntitled: false, product: "M", reason: .lapsed),
          ]),
          summary: LineageSummary(
            product: "M", kind: .autoRenewable, purchasedAt: Sample.purchasedAt, expiresAt: Sample.expiresAt,
            willAutoRenew: true, ownership: .purchased, isTrial: false, signedAt: Sample.signedAt)),
        """
        01 00 00 00 03 00 00 00 01 80 00 01 8b d5 0b c4 00 01 81 00 00 00 00 80 00 01 8b d5 79 a1 00 01
        85 00 00 00 00 ff ff ff ff ff ff ff ff 06 0b 00 00 00 00 01 4d 0f 01 01 00 00 00 00 80 a0 ab fe
        f9 62 b0 90 ab fe f9 62 80 90 de d0 fa 62
        """),
      GoldenRecord(
        "a lifetime row",
        RowRecord(
          rail: .appStore,
          schedule: Schedule(segments: [
            Segment(until: nil, status: .active, isEntitled: true, product: "L", reason: .lifetime)
          ]),
          summary: LineageSummary(
            product: "L", kind: .nonConsumable, purchasedAt: Sample.signedAt, expiresAt: nil,
            willAutoRenew: nil, ownership: .purchased, isTrial: false, signedAt: Sample.signedAt)),
        """
        01 00 00 00 01 00 00 00 01 ff ff ff ff ff ff ff ff 01 82 00 00 00 00 01 4c 01 02 01 00 00 00 00
        80 a0 ab fe f9 62 80 a0 ab fe f9 62
        """),
      GoldenRecord(
        "a row of three products",
        RowRecord(
          rail: .playStore,
          schedule: Schedule(segments: [
            Segment(
              until: Sample.beforeTheEpoch, status: .grace, isEntitled: true, product: "Y", reason: .grace),
            Segment(
              until: Instant(epochMilliseconds: 0), status: .billingRetry, isEntitled: false, product: "M",
              reason: .billingRetry),
            Segment(until: nil, status: .paused, isEntitled: false, product: nil, reason: .none),
          ]),
          summary: LineageSummary(
            product: "Z", kind: .unknown, purchasedAt: nil, expiresAt: nil, willAutoRenew: false,
            ownership: .familyShared, isTrial: true, signedAt: Sample.beforeTheEpoch)),
        """
        03 00 00 00 03 00 00 00 03 7f ff ff ff ff ff ff ff 02 83 00 00 00 00 80 00 00 00 00 00 00 00 03
        06 00 00 00 01 ff ff ff ff ff ff ff ff 04 00 ff ff ff ff 01 59 01 4d 01 5a 14 05 02 00 00 00 02
        01
        """),
      GoldenRecord(
        "a row at the ends of every range",
        RowRecord(
          rail: .local,
          schedule: Schedule(segments: [
            Segment(
              until: Sample.least, status: .revoked, isEntitled: false, product: "a", reason: .familyRevoked),
            Segment(
              until: Instant(epochMilliseconds: .max - 1), status: .refunded, isEntitled: false,
              product: "b", reason: .refunded),
            Segment(until: nil, status: .pending, isEntitled: false, product: "a", reason: .other),
          ]),
          summary: LineageSummary(
            product: "b", kind: .nonConsumable, purchasedAt: Sample.greatest, expiresAt: Sample.least,
            willAutoRenew: nil, ownership: .purchased, isTrial: false, signedAt: Sample.least)),
        """
        00 00 00 00 03 00 00 00 02 00 00 00 00 00 00 00 00 08 0d 00 00 00 00 ff ff ff ff ff ff ff fe 07
        0c 00 00 00 01 ff ff ff ff ff ff ff ff 05 0e 00 00 00 00 01 61 01 62 03 02 01 00 00 00 01 ff ff
        ff ff ff ff ff ff ff 01 fe ff ff ff ff ff ff ff ff 01 ff ff ff ff ff ff ff ff ff 01
        """),
    ] + summaries

  /// Each optional part of a summary alone.
  private static let summaries = [
    GoldenRecord(
      "a row of nothing", row { $0.kind = nil },
      """
      01 00 00 00 01 00 00 00 00 ff ff ff ff ff ff ff ff 00 00 ff ff ff ff 00 00 01 ff ff ff ff 80 a0
      ab fe f9 62
      """),
    GoldenRecord(
      "a row that has begun", row { $0.purchasedAt = Sample.signedAt },
      """
      01 00 00 00 01 00 00 00 00 ff ff ff ff ff ff ff ff 00 00 ff ff ff ff 01 01 01 ff ff ff ff 80 a0
      ab fe f9 62 80 a0 ab fe f9 62
      """),
    GoldenRecord(
      "a row with an end", row { $0.expiresAt = Sample.signedAt },
      """
      01 00 00 00 01 00 00 00 00 ff ff ff ff ff ff ff ff 00 00 ff ff ff ff 02 01 01 ff ff ff ff 80 a0
      ab fe f9 62 80 a0 ab fe f9 62
      """),
    GoldenRecord(
      "a row that will not renew", row { $0.willAutoRenew = false },
      """
      01 00 00 00 01 00 00 00 00 ff ff ff ff ff ff ff ff 00 00 ff ff ff ff 04 01 01 ff ff ff ff 80 a0
      ab fe f9 62
      """),
    GoldenRecord(
      "a row that will renew", row { $0.willAutoRenew = true },
      """
      01 00 00 00 01 00 00 00 00 ff ff ff ff ff ff ff ff 00 00 ff ff ff ff 0c 01 01 ff ff ff ff 80 a0
      ab fe f9 62
      """),
    GoldenRecord(
      "a row of a trial", row { $0.isTrial = true },
      """
      01 00 00 00 01 00 00 00 00 ff ff ff ff ff ff ff ff 00 00 ff ff ff ff 10 01 01 ff ff ff ff 80 a0
      ab fe f9 62
      """),
  ]

  private static func row(_ change: (inout LineageSummary) -> Void) -> RowRecord {
    var summary = LineageSummary(
      product: nil, kind: .autoRenewable, purchasedAt: nil, expiresAt: nil, willAutoRenew: nil,
      ownership: .purchased, isTrial: false, signedAt: Sample.signedAt)
    change(&summary)
    let nothing = Segment(until: nil, status: .none, isEntitled: false, product: nil, reason: .none)
    return RowRecord(rail: .appStore, schedule: Schedule(segments: [nothing]), summary: summary)
  }
}
