import EntstoreCLI
import Foundation
import Testing

@Test func `the same seed gives the same bytes, another seed others`() throws {
  let folder = try TestFolder()
  let options = "forge life --subjects 40 --months 18"
  let life = try folder.run(options + " --seed 5")
  #expect(life.code == 0 && life.messages == "" && !life.output.isEmpty)
  #expect(try folder.run(options + " --seed 5") == life)
  #expect(try folder.run(options + " --seed 6").output != life.output)
  let unrest = " --seed 5 --shuffle --duplicate 0.2 --lose 0.1"
  #expect(try folder.run(options + unrest) == folder.run(options + unrest))
}

@Test func `more customers leave the lives of the first as they were`() throws {
  let folder = try TestFolder()
  let few = try folder.run("forge life --subjects 10").output
  #expect(try folder.run("forge life --subjects 20").output.hasPrefix(few))
}

@Test func `every kind of life appears among a few hundred customers`() {
  let settings = LifeSettings(subjects: 400, months: 30, seed: 1)
  var kinds: Set<String> = []
  for subject in 0..<settings.subjects {
    SubjectLife(subject, settings).forEachLine { kinds.formUnion(kindsOfLife(in: $0)) }
  }
  #expect(expectedKinds.subtracting(kinds) == [])
}

@Test(arguments: [UInt64(1), 2, 3])
func `no two notifications or transactions share an id`(_ seed: UInt64) throws {
  let settings = LifeSettings(subjects: 200, months: 24, seed: seed)
  var (ids, count): (Set<String>, Int) = ([], 0)
  var periods: [String: String] = [:]
  for subject in 0..<settings.subjects {
    try SubjectLife(subject, settings).forEachLine { line in
      let notification = try Notification(line)
      ids.insert(notification.id)
      count += 1
      let period = "\(notification.text("originalTransactionId")) \(notification.number("purchaseDate"))"
      #expect(periods.updateValue(period, forKey: notification.text("transactionId")) ?? period == period)
    }
  }
  #expect(ids.count == count)
}

@Test func `the lines of a life come in the order in which they were signed`() throws {
  let settings = LifeSettings(subjects: 100, months: 24, seed: 9)
  for subject in 0..<settings.subjects {
    var last: Int64 = 0
    try SubjectLife(subject, settings).forEachLine { line in
      let signedAt = try Notification(line).signedAt
      #expect(signedAt >= last && signedAt < settings.horizon)
      last = signedAt
    }
  }
}

@Test func `the payloads say Sandbox unless told`() throws {
  let folder = try TestFolder()
  let sandbox = try folder.run("forge life --subjects 5").output
  #expect(sandbox.contains(#""environment":"Sandbox""#) && !sandbox.contains("Production"))
  let production = try folder.run("forge life --subjects 5 --environment production").output
  #expect(production == sandbox.replacing(#""Sandbox""#, with: #""Production""#))
}

@Test func `losing and repeating change how often a line comes, and nothing else`() throws {
  let folder = try TestFolder()
  let options = "forge life --subjects 60 --seed 3"
  let whole = try folder.run(options).output.split(separator: "\n").sorted()
  #expect(try folder.run(options + " --shuffle").output.split(separator: "\n").sorted() == whole)
  #expect(try folder.run(options + " --shuffle").output.split(separator: "\n") != whole)
  let lossy = try folder.run(options + " --lose 0.3").output.split(separator: "\n")
  #expect(Set(lossy).isStrictSubset(of: whole) && lossy.count == Set(lossy).count)
  let doubled = try folder.run(options + " --duplicate 1").output.split(separator: "\n").sorted()
  #expect(doubled == (whole + whole).sorted())
  #expect(try folder.run(options + " --lose 1").output == "")
}

@Test(arguments: [
  ("forge life", "Error: Missing expected option '--subjects <count>'."),
  ("forge life --subjects 0", "Error: The value '0' for '--subjects' is no number from 1 to 10000000."),
  (
    "forge life --subjects 1 --months 121",
    "Error: The value '121' for '--months' is no number from 1 to 120."
  ),
  (
    "forge life --subjects 1 --seed x",
    "Error: The value 'x' for '--seed' is no number from 0 to 9223372036854775807."
  ),
  ("forge life --subjects 1 --lose 2", "Error: The value '2' for '--lose' is no rate from 0 to 1."),
  (
    "forge life --subjects 1 --duplicate nan",
    "Error: The value 'nan' for '--duplicate' is no rate from 0 to 1."
  ),
  ("forge lif --subjects 1", "Error: Unknown subcommand 'lif'. Did you mean 'life'?"),
])
func `a mistake in asking for lives is named`(_ line: String, _ message: String) throws {
  let result = try TestFolder().run(line)
  #expect(result.code == 64 && result.output == "")
  #expect(result.messages.hasPrefix(message + "\n"), "\(result.messages)")
}

/// What a line shows of the kind of life that it belongs to.
private func kindsOfLife(in line: ArraySlice<UInt8>) -> [String] {
  guard let notification = try? Notification(line) else { return ["unreadable"] }
  var kinds = [notification.label]
  if let product = notification.transaction["productId"] as? String { kinds.append(product) }
  if let ownership = notification.transaction["inAppOwnershipType"] as? String { kinds.append(ownership) }
  if notification.transaction["offerDiscountType"] != nil { kinds.append("trial") }
  if notification.transaction["isUpgraded"] != nil { kinds.append("upgraded") }
  if let grace = notification.renewal["gracePeriodExpiresDate"] as? Int64,
    let end = notification.transaction["expiresDate"] as? Int64
  {
    kinds.append("grace of \((grace - end) / 86_400_000) days")
  }
  return kinds
}

private let expectedKinds: Set = [
  "SUBSCRIBED INITIAL_BUY", "SUBSCRIBED RESUBSCRIBE", "DID_RENEW", "DID_RENEW BILLING_RECOVERY",
  "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_PREF DOWNGRADE", "DID_CHANGE_RENEWAL_PREF UPGRADE",
  "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED",
  "DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW GRACE_PERIOD", "GRACE_PERIOD_EXPIRED", "EXPIRED VOLUNTARY",
  "EXPIRED BILLING_RETRY", "EXPIRED PRICE_INCREASE", "EXPIRED PRODUCT_NOT_FOR_SALE", "ONE_TIME_CHARGE",
  "REFUND",
  "REFUND_REVERSED", "REFUND_DECLINED", "CONSUMPTION_REQUEST", "REVOKE", "PRICE_INCREASE PENDING",
  "PRICE_INCREASE ACCEPTED", "com.example.basic.weekly", "com.example.basic.monthly",
  "com.example.basic.yearly", "com.example.pro.monthly", "com.example.pro.yearly", "com.example.lifetime",
  "com.example.coins", "PURCHASED", "FAMILY_SHARED", "trial", "upgraded", "grace of 3 days",
  "grace of 16 days",
]
