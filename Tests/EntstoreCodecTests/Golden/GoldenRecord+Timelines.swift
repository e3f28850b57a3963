import EntstoreModel

extension GoldenRecord {
  static let timelines = purchases + renewals + states + custodies

  private static let purchases = [
    GoldenRecord(
      "a purchase with nothing optional", Timeline(1, .appStore, Sample.purchase { _ in }),
      "01 01 01 00 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62"),
    GoldenRecord(
      "a purchase with an end", Timeline(1, .appStore, Sample.purchase { $0.expiresAt = Sample.expiresAt }),
      """
      01 01 01 01 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62 80 90 de d0 fa 62
      """),
    GoldenRecord(
      "a purchase taken back",
      Timeline(
        1, .appStore,
        Sample.purchase { $0.revokedAt = Sample.signedAt.advanced(by: TimeSpan(milliseconds: 1)) }),
      """
      01 01 01 02 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62 82 a0 ab fe f9 62
      """),
    GoldenRecord(
      "an upgraded purchase", Timeline(1, .appStore, Sample.purchase { $0.isUpgraded = true }),
      "01 01 01 04 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62"),
    GoldenRecord(
      "a purchase by renewal", Timeline(1, .appStore, Sample.purchase { $0.isRenewal = true }),
      "01 01 01 08 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62"),
    GoldenRecord(
      "a trial", Timeline(1, .appStore, Sample.purchase { $0.isTrial = true }),
      "01 01 01 10 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62"),
    GoldenRecord(
      "a purchase with a token", Timeline(1, .appStore, Sample.purchase { $0.token = "ann" }),
      "01 01 01 20 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62 03 61 6e 6e"),
    GoldenRecord(
      "a consumable of the family",
      Timeline(
        1, .appStore,
        Sample.purchase {
          $0.kind = .consumable
          $0.ownership = .familyShared
        }),
      "01 01 01 00 03 02 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62"),
  ]

  private static let renewals = [
    GoldenRecord(
      "a renewal that says nothing", Timeline(1, .appStore, Sample.renewal(RenewalFact())), "01 01 02 00"),
    GoldenRecord(
      "the product of a renewal", Timeline(1, .appStore, Sample.renewal(RenewalFact(product: "M"))),
      "01 01 02 01 01 4d"),
    GoldenRecord(
      "the next product", Timeline(1, .appStore, Sample.renewal(RenewalFact(nextProduct: "Y"))),
      "01 01 02 02 01 59"),
    GoldenRecord(
      "a renewal that is off", Timeline(1, .appStore, Sample.renewal(RenewalFact(willAutoRenew: false))),
      "01 01 02 04"),
    GoldenRecord(
      "a renewal that is on", Timeline(1, .appStore, Sample.renewal(RenewalFact(willAutoRenew: true))),
      "01 01 02 0c"),
    GoldenRecord(
      "the date of a renewal",
      Timeline(1, .appStore, Sample.renewal(RenewalFact(renewalDate: Sample.expiresAt))),
      "01 01 02 10 80 90 de d0 fa 62"),
    GoldenRecord(
      "the end of grace", Timeline(1, .appStore, Sample.renewal(RenewalFact(graceUntil: Sample.expiresAt))),
      "01 01 02 20 80 90 de d0 fa 62"),
    GoldenRecord(
      "a charge that is tried again", Timeline(1, .appStore, Sample.renewal(RenewalFact(isRetrying: true))),
      "01 01 02 40"),
    GoldenRecord(
      "a renewal in full",
      Timeline(
        1, .appStore,
        Sample.renewal(
          RenewalFact(
            product: "M", nextProduct: "Y", willAutoRenew: true, renewalDate: Sample.expiresAt,
            graceUntil: Sample.expiresAt.advanced(by: .days(1)), isRetrying: true))),
      "01 01 02 7f 01 4d 01 59 80 90 de d0 fa 62 80 80 91 a3 fb 62"),
  ]

  private static let states = [
    GoldenRecord(
      "facts that say nothing", Timeline(1, .appStore, LineageFacts(lineage: Timeline.lineage)), "01 01 00"),
    GoldenRecord(
      "a status", Timeline(1, .appStore, LineageFacts(lineage: Timeline.lineage, status: .paused)),
      "01 01 04 06"),
    GoldenRecord(
      "a reason of expiry",
      Timeline(1, .appStore, LineageFacts(lineage: Timeline.lineage, expiryReason: .priceIncrease)),
      "01 01 08 03"),
    GoldenRecord(
      "an ending taken back",
      Timeline(1, .stripe, LineageFacts(lineage: Timeline.lineage, ending: .takenBack)), "01 02 10 00"),
    GoldenRecord(
      "an ending",
      Timeline(
        1, .stripe,
        LineageFacts(lineage: Timeline.lineage, ending: .ended(at: Sample.signedAt, reason: .billing))),
      "01 02 10 02 80 a0 ab fe f9 62"),
    GoldenRecord(
      "a void purchase",
      Timeline(
        1, .playStore,
        LineageFacts(lineage: Timeline.lineage, void: VoidFact(purchase: "P", at: Sample.signedAt))),
      "01 03 20 01 50 80 a0 ab fe f9 62"),
    GoldenRecord(
      "timeline record", Timeline(300, .appStore, Sample.renewed),
      """
      ac 02 01 07 29 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62 80 90 de d0 fa 62 03
      61 6e 6e 1f 01 4d 01 59 80 90 de d0 fa 62 01
      """),
    GoldenRecord(
      "facts at the ends of every range",
      Timeline(
        .max, .grant,
        LineageFacts(
          lineage: Timeline.lineage,
          purchase: PurchaseFact(
            purchase: "é", transaction: "T", product: "M", kind: .nonRenewing, clock: Sample.least,
            purchasedAt: Sample.greatest, expiresAt: Sample.beforeTheEpoch,
            revokedAt: Instant(epochMilliseconds: 0)),
          renewal: RenewalFact(renewalDate: Sample.least, graceUntil: Sample.greatest), status: .pending,
          expiryReason: .other, ending: .ended(at: Sample.beforeTheEpoch, reason: .other),
          void: VoidFact(purchase: "P", at: Sample.least))),
      """
      ff ff ff ff ff ff ff ff ff 01 04 3f 03 04 01 02 c3 a9 01 54 01 4d ff ff ff ff ff ff ff ff ff 01
      fe ff ff ff ff ff ff ff ff 01 01 00 30 ff ff ff ff ff ff ff ff ff 01 fe ff ff ff ff ff ff ff ff
      01 07 05 05 01 01 50 ff ff ff ff ff ff ff ff ff 01
      """),
  ]
}
