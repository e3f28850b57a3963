import Testing

@Test func `the demo explains itself, the same every time, and leaves nothing behind`() throws {
  let folder = try TestFolder()
  #expect(try folder.run("demo") == ToolResult(code: 0, output: expected, messages: ""))
  #expect(try folder.run("demo").output == expected)
  #expect(try folder.names == [])
  // Commands and what they print stand as one would type and get them; what is said of them fits.
  let prose = expected.split(separator: "\n").filter { $0.hasPrefix("#") }
  #expect(tooWide(prose.joined(separator: "\n")) == [])
}

@Test func `the demo keeps its store where it is asked to`() throws {
  let folder = try TestFolder()
  let result = try folder.run("demo --store kept.entstore")
  #expect(result.code == 0 && result.output.hasSuffix("\nThe store stays at kept.entstore.\n"))
  #expect(try folder.names.sorted() == ["kept.entstore", "kept.entstore-lock"])
  #expect(try folder.run("verify --store kept.entstore").code == 0)
}

private let expected = """

  # Five customers of a made-up app. The App Store has told of them late,
  # backwards, and once twice.
  $ entstore import --store demo.entstore --unsigned sample.ndjson
  15 read: 14 applied, 0 recorded, 1 duplicate, 0 refused

  # Which products open what: the app asks for "pro", never for a product.
  $ entstore catalog set --store demo.entstore catalog.json
  Catalog set: 2 keys, 4 products.

  # Everything that Ben has or had on 2026-02-20: he moved from basic to pro, and
  # pro includes basic.
  $ entstore query --store demo.entstore --subject ben --at 2026-02-20
  KEY    ACCESS  STATUS  WHY   UNTIL                     LINEAGE
  pro    yes     active  paid  2027-01-21T00:00:00.000Z  2000000200000000
  basic  yes     active  paid  2027-01-21T00:00:00.000Z  2000000200000000

  # The one answer, for Ana. Her card failed, she kept access in grace, paid, was
  # refunded, and that was undone.
  $ entstore query --store demo.entstore --subject ana --key pro --at 2026-02-20
  yes: active (paid), access until 2026-03-05T02:00:00.000Z, com.example.pro.monthly

  # The same answer for a program; the exit code says it too (0 entitled, 1 not).
  $ entstore query --store demo.entstore --subject ana --key pro --at 2026-02-20 --json
  {"subject": "ana", "key": "pro", "at": "2026-02-20T00:00:00.000Z", "isEntitled": true, "status": \
  "active", "reason": "paid", "until": "2026-03-05T00:00:00.000Z", "entitledUntil": \
  "2026-03-05T02:00:00.000Z", "product": "com.example.pro.monthly", "rail": "appStore", "lineage": \
  "2000000100000000", "expiresAt": "2026-03-05T00:00:00.000Z", "willAutoRenew": true, "ownership": \
  "purchased", "isTrial": false, "signedAt": "2026-02-15T00:00:05.000Z"}

  # On day 42 she stood refunded: the log remembers, so the past can be asked.
  $ entstore query --store demo.entstore --subject ana --key pro --at 2026-02-12
  no: refunded, paid until 2026-03-05T00:00:00.000Z, com.example.pro.monthly

  # How it came about, newest first.
  $ entstore history --store demo.entstore --subject ana
  SIGNED                    WHAT                            PRODUCT                  DOOR
  2026-02-15T00:00:05.000Z  refund reversed                 com.example.pro.monthly  vouched
  2026-02-10T00:00:05.000Z  refunded                        com.example.pro.monthly  vouched
  2026-02-03T00:00:05.000Z  recovered: charge went through  com.example.pro.monthly  vouched
  2026-01-31T00:00:05.000Z  charge failed: grace period     com.example.pro.monthly  vouched
  2026-01-01T00:00:05.000Z  bought                          com.example.pro.monthly  vouched

  # And every byte of it can be checked.
  $ entstore verify --store demo.entstore
  sound: 15 events, 5 lineages, 62 values checked.

  """
