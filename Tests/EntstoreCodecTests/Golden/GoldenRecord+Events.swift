import EntstoreCodec
import EntstoreModel

extension GoldenRecord {
  static let events = [
    GoldenRecord(
      "event record",
      EventRecord(
        rail: .appStore, provenance: .verified, environment: .production, rank: 2, signedAt: Sample.signedAt,
        receivedAt: Sample.signedAt.advanced(by: TimeSpan(milliseconds: 5)), id: "N1", app: "com.x",
        label: EventLabel(type: "DID_RENEW", subtype: "BILLING_RECOVERY"), body: .facts([Sample.renewed]),
        raw: [.inline(Array("hi".utf8)), .shared(digestOfABC)]),
      """
      01 01 01 02 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 05 02 4e 31 03 05 63 6f 6d 2e 78 09 44
      49 44 5f 52 45 4e 45 57 10 42 49 4c 4c 49 4e 47 5f 52 45 43 4f 56 45 52 59 00 01 04 32 30 30 30
      07 29 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62 80 90 de d0 fa 62 03 61 6e 6e
      1f 01 4d 01 59 80 90 de d0 fa 62 01 02 00 02 68 69 01 ba 78 16 bf 8f 01 cf ea 41 41 40 de 5d ae
      22 23 b0 03 61 a3 96 17 7a 9c b4 10 ff 61 f2 00 15 ad
      """),
    GoldenRecord(
      "an event of nothing",
      EventRecord(
        rail: .local, provenance: .local, environment: .sandbox, rank: 0, signedAt: Sample.beforeTheEpoch,
        receivedAt: Instant(epochMilliseconds: 0), id: "L", app: nil, label: EventLabel(type: ""),
        body: .facts([]), raw: []),
      "00 03 02 00 7f ff ff ff ff ff ff ff 80 00 00 00 00 00 00 00 01 4c 00 00 00 00 00"),
    GoldenRecord(
      "an event of an app", event(app: "com.x"),
      """
      01 01 01 02 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 05 02 4e 31 01 05 63 6f 6d 2e 78 01 54
      00 00 00
      """),
    GoldenRecord(
      "an event with a subtype", event(subtype: "S"),
      "01 01 01 02 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 05 02 4e 31 02 01 54 01 53 00 00 00"),
    GoldenRecord(
      "an event with a payload", event(raw: [.inline([]), .inline([0x00, 0xff]), .shared(digestOfABC)]),
      """
      01 01 01 02 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 05 02 4e 31 00 01 54 00 00 03 00 00 00
      02 00 ff 01 ba 78 16 bf 8f 01 cf ea 41 41 40 de 5d ae 22 23 b0 03 61 a3 96 17 7a 9c b4 10 ff 61
      f2 00 15 ad
      """),
    GoldenRecord(
      "an event with a payload in base64url",
      event(raw: [
        .base64url([.inline([0x00]), .base64url([]), .shared(digestOfABC)]), .inline([0x2e]),
        .base64url([.base64url([.base64url([.base64url([.inline([0xff])])])])]),
      ]),
      """
      01 01 01 02 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 05 02 4e 31 00 01 54 00 00 03 02 03 00
      01 00 02 00 01 ba 78 16 bf 8f 01 cf ea 41 41 40 de 5d ae 22 23 b0 03 61 a3 96 17 7a 9c b4 10 ff
      61 f2 00 15 ad 00 01 2e 02 01 02 01 02 01 02 01 00 01 ff
      """),
    GoldenRecord(
      "an event of two lineages",
      event(
        body: .facts([LineageFacts(lineage: "1000", status: .revoked), LineageFacts(lineage: "2000")])),
      """
      01 01 01 02 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 05 02 4e 31 00 01 54 00 02 04 31 30 30
      30 04 05 04 32 30 30 30 00 00
      """),
    GoldenRecord(
      "an event at the ends of every range",
      EventRecord(
        rail: .grant, provenance: .vouched, environment: .sandbox, rank: 255, signedAt: Sample.least,
        receivedAt: Sample.greatest, id: "N", app: nil, label: EventLabel(type: "T"), body: .facts([]),
        raw: []),
      "04 02 02 ff 00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff 01 4e 00 01 54 00 00 00"),
    GoldenRecord(
      "an act of catalog", act("C", "CATALOG", .catalog(Sample.catalog)),
      """
      00 03 01 00 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 00 01 43 00 07 43 41 54 41 4c 4f 47 01
      02 05 62 61 73 69 63 01 01 01 01 42 00 03 70 72 6f 02 01 02 01 4d 01 59 03 01 01 6d 01 05 62 61
      73 69 63 01 06 73 65 61 73 6f 6e 80 e0 e2 f7 39 00
      """),
    GoldenRecord(
      "an act of a catalog that stacks", act("C", "CATALOG", .catalog(Catalog(stacking: ["k"]))),
      """
      00 03 01 00 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 00 01 43 00 07 43 41 54 41 4c 4f 47 03
      00 00 01 01 6b 00
      """),
    GoldenRecord(
      "an act of policy", act("P", "POLICY", .policy(.standard)),
      """
      00 03 01 00 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 00 01 50 00 06 50 4f 4c 49 43 59 02 80
      f4 ee 06 a0 fe 0a 80 a0 b1 ee 03 80 f0 b2 52 80 c0 ec cf 26 00
      """),
  ]

  /// SHA-256 of "abc".
  private static let digestOfABC = hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")

  private static func event(
    app: AppID? = nil, subtype: String? = nil, body: EventRecord.Body = .facts([]),
    raw: [EventRecord.Segment] = []
  ) -> EventRecord {
    EventRecord(
      rail: .appStore, provenance: .verified, environment: .production, rank: 2, signedAt: Sample.signedAt,
      receivedAt: Sample.signedAt.advanced(by: TimeSpan(milliseconds: 5)), id: "N1", app: app,
      label: EventLabel(type: "T", subtype: subtype), body: body, raw: raw)
  }

  private static func act(_ id: EventID, _ type: String, _ act: Act) -> EventRecord {
    EventRecord(
      rail: .local, provenance: .local, environment: .production, rank: 0, signedAt: Sample.signedAt,
      receivedAt: Sample.signedAt, id: id, app: nil, label: EventLabel(type: type), body: .act(act), raw: [])
  }
}
