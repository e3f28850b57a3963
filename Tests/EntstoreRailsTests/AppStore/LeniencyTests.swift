import EntstoreModel
import EntstoreRails
import Testing

@Suite struct LeniencyTests {
  @Test func `numbers may be strings and identifiers numbers`() throws {
    var transaction = Sample.transaction
    for name in ["purchaseDate", "expiresDate", "signedDate"] {
      let value = Sample.transaction.members.first { $0.name == name }?.value ?? ""
      transaction = transaction.with(name, quoted(value))
    }
    for (name, value) in [
      ("transactionId", "71"), ("originalTransactionId", "70"), ("webOrderLineItemId", "9001"),
    ] {
      transaction = transaction.with(name, value)
    }
    #expect(try facts(transaction) == (try facts(Sample.transaction)))
    let status = Sample.notification { $0.with("status", "\"4\"") }
    #expect(try facts(status).status == .grace)
  }

  @Test func `identifiers as numbers lose no digit`() throws {
    let sample = Sample.transaction.with("originalTransactionId", "9223372036854775807")
      .with("transactionId", "18446744073709551615")
    #expect(try facts(sample).lineage.text == "9223372036854775807")
    #expect(try facts(sample).purchase?.transaction.text == "18446744073709551615")
  }

  @Test(arguments: ["1767225600000.9997", "\"1767225600000.9\"", "1.7672256000009e12"])
  func `fractional milliseconds are cut off`(value: String) throws {
    let fact = try facts(Sample.transaction.with("purchaseDate", value)).purchase
    #expect(fact?.purchasedAt.epochMilliseconds == Sample.bought)
  }

  @Test func `nulls, unknown values and members never heard of lose nothing`() throws {
    let odd = Sample.transaction.with("offerType", "99").with("offerDiscountType", "\"SOMETHING\"")
      .with("revocationDate", "null").with("revocationReason", "null").with("isUpgraded", "null")
      .with("brandNew", "{\"a\": [1, {\"b\": null}]}").with("transactionReason", "{}")
      .with("price", "1e400").with("inAppOwnershipType", "\"LENT\"")
    #expect(try facts(odd) == (try facts(Sample.transaction)))
    let renewal = Sample.renewal.with("gracePeriodExpiresDate", "null")
      .with("priceIncreaseStatus", "null").with("expirationIntent", "null")
    #expect(try facts(Sample.notification(renewal: renewal)) == (try facts(Sample.notification)))
  }

  @Test(
    arguments: [("1", true), ("true", true), ("\"true\"", true), ("0", false), ("false", false), ("7", nil)]
      as [(String, Bool?)])
  func `a yes or no may be written in any way`(value: String, flag: Bool?) throws {
    let renewal = Sample.renewal.with("autoRenewStatus", value).with("isInBillingRetryPeriod", value)
    let fact = try facts(Sample.notification(renewal: renewal)).renewal
    #expect(fact?.willAutoRenew == flag)
    #expect(fact?.isRetrying == (flag ?? false))
  }

  @Test func `a token that is no UUID is a token`() throws {
    let fact = try facts(Sample.transaction.with("appAccountToken", "\"user 42 ✓\"")).purchase
    #expect(fact?.token?.text == "user 42 ✓")
  }

  @Test func `a notification without a type keeps its facts`() throws {
    let event = try draft(Sample.notification.without("notificationType").without("subtype").text)
    #expect(event.label == EventLabel(type: "NOTIFICATION"))
    #expect(event.facts.count == 1)
  }
}
