import EntstoreCodec
import EntstoreModel

extension GoldenRecord {
  static let identities = [
    GoldenRecord("identity policy", IdentityPolicy.standard, "01 00"),
    GoldenRecord(
      "an identity policy of known tokens",
      IdentityPolicy(restore: .transferIfLapsed, knownTokensOnly: true), "03 01"),
    GoldenRecord("account record", Account(subject: "ann", since: 300), "03 61 6e 6e ac 02"),
    GoldenRecord("nothing refused", RefusedRecord(), "00"),
    GoldenRecord("refused", refused([.unsigned: 300, .wrongEnvironment: 3]), "02 01 03 04 ac 02"),
    GoldenRecord(
      "more refused than can be counted", refused([.other: .max, .malformed: 1], [.other: 1]),
      "02 06 01 07 ff ff ff ff ff ff ff ff ff 01"),
  ]

  static let identityActs = [
    act("an identity act", .identity(IdentityPolicy(restore: .transfer)), "04 02 00"),
    act(
      "a minted token", .account(AccountAct(token: "T", subject: "ann", isMinted: true)),
      "05 01 01 54 03 61 6e 6e"),
    act(
      "a mapped token", .account(AccountAct(token: "T", subject: "ann", isMinted: false)),
      "05 00 01 54 03 61 6e 6e"),
    act(
      "a claim", .custody(CustodyAct(lineage: "2000", subject: "ann", kind: .claim)),
      "06 00 02 04 32 30 30 30 03 61 6e 6e 00"),
    act(
      "a transfer with a reason",
      .custody(CustodyAct(lineage: "2000", subject: "ann", kind: .transfer, from: "bob", reason: "hi")),
      "06 01 03 04 32 30 30 30 03 61 6e 6e 03 62 6f 62 02 68 69"),
    act(
      "a grant",
      .grant(
        Grant(
          lineage: "g", subject: "ann", key: "pro", from: Sample.signedAt, until: Sample.expiresAt,
          reason: "hi")),
      "07 01 01 67 03 61 6e 6e 03 70 72 6f 80 a0 ab fe f9 62 80 90 de d0 fa 62 02 68 69"),
    act(
      "a trial without an end",
      .grant(
        Grant(lineage: "g", subject: "ann", key: "pro", from: Sample.signedAt, until: nil, isTrial: true)),
      "07 02 01 67 03 61 6e 6e 03 70 72 6f 80 a0 ab fe f9 62 00"),
    act(
      "a grant taken back", .grantRevoked(GrantRevocation(lineage: "g", at: Sample.signedAt)),
      "08 01 67 80 a0 ab fe f9 62 00"),
    act(
      "an erasure of nothing that has come", .erasure(erasure(remainder: [])),
      """
      09 01 80 00 01 8b cf e5 68 00 02 33 30 df 80 16 77 a7 2f 1a ae e2 6a 5c 0f b0 74
      01 80 00 01 8b cf e5 68 00 03 33 30 df 80 16 77 a7 2f 1a ae e2 6a 5c 0f b0 74
      00 04 01 01 02 02 00 01 75 03 01 65 04 01 65 02 68 69
      """),
    act(
      "an erasure", .erasure(erasure(remainder: Array(0...31))),
      """
      09 01 80 00 01 8b cf e5 68 00 02 33 30 df 80 16 77 a7 2f 1a ae e2 6a 5c 0f b0 74
      01 80 00 01 8b cf e5 68 00 03 33 30 df 80 16 77 a7 2f 1a ae e2 6a 5c 0f b0 74
      20 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f
      04 01 01 02 02 00 01 75 03 01 65 04 01 65 02 68 69
      """),
    act(
      "an erasure of a reason",
      .erasure(Erasure(erased: [], redacted: [Redaction(position: Sample.position, changes: [])])),
      "09 00 01 80 00 01 8b cf e5 68 00 02 33 30 df 80 16 77 a7 2f 1a ae e2 6a 5c 0f b0 74 00 00 00"),
  ]

  static let custodies = [
    GoldenRecord(
      "a claim in a timeline",
      Timeline(1, .local, LineageFacts(lineage: Timeline.lineage), .init(kind: .claim, subject: "ann")),
      "01 00 40 02 03 61 6e 6e"),
    GoldenRecord(
      "a grant in a timeline",
      Timeline(
        1, .grant, Sample.purchase { $0.ownership = .granted }, .init(kind: .grant, subject: "ann")),
      "01 04 41 07 03 61 6e 6e 00 01 03 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62"),
    GoldenRecord(
      "a purchase of a family member",
      Timeline(1, .appStore, Sample.purchase { $0.appTransaction = "A" }),
      "01 01 01 40 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62 01 41"),
    GoldenRecord(
      "a purchase that opens later",
      Timeline(1, .appStore, Sample.purchase { $0.opensAt = Sample.expiresAt }),
      "01 01 01 80 01 01 01 50 01 54 01 4d 80 a0 ab fe f9 62 b0 90 ab fe f9 62 80 90 de d0 fa 62"),
  ]

  private static func erasure(remainder: [UInt8]) -> Erasure {
    let place = Sample.position
    var redaction = Redaction(
      position: EventPosition(signedAt: place.signedAt, rank: 3, digest: place.digest),
      changes: [.dropped(at: 1, of: 2), .token(at: 0, "u"), .subject("e"), .from("e")])
    redaction.remainder = remainder
    return Erasure(erased: [place], redacted: [redaction], reason: "hi")
  }

  private static func refused(_ counts: [RefusalKind: UInt64]...) -> RefusedRecord {
    var record = RefusedRecord()
    for (kind, count) in counts.joined() { record.add(count, of: kind) }
    return record
  }

  /// An event that is nothing but an act: what stands before it and behind it is the same in all.
  private static func act(_ name: String, _ act: Act, _ bytes: String) -> GoldenRecord {
    GoldenRecord(
      name,
      EventRecord(
        rail: .local, provenance: .local, environment: .production, rank: 0, signedAt: Sample.signedAt,
        receivedAt: Sample.signedAt, id: "E", app: nil, label: EventLabel(type: "X"), body: .act(act),
        raw: []),
      "00 03 01 00 80 00 01 8b cf e5 68 00 80 00 01 8b cf e5 68 00 01 45 00 01 58 \(bytes) 00")
  }
}
