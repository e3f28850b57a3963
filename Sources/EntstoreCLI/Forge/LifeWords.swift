/// The words of one made-up customer's payloads: what every line of a life is made of.
struct LifeWords {
  let settings: LifeSettings
  let subject: Int

  /// Ids of the seed's own, so that two forged worlds can share a store.
  func number(_ place: Int64) -> Int64 {
    let world = Int64(SeededNumbers.mixed(settings.seed) % 9_000)
    return 2_000_000_000_000_000 + world * 100_000_000_000 + Int64(subject) * 10_000 + place
  }

  func putTransaction(
    _ purchase: ForgedPurchase, _ lineage: ForgedLineage, signedAt: Int64, into text: inout [UInt8]
  ) {
    text.put(#"{"transactionId":""#)
    text.put(purchase.number)
    text.put(#"","originalTransactionId":""#)
    text.put(lineage.number)
    if let endsAt = purchase.endsAt {
      text.put(#"","webOrderLineItemId":""#)
      text.put(purchase.number - 1_000_000_000_000_000)
      text.put(#"","subscriptionGroupIdentifier":"21000001","expiresDate":"#)
      text.put(endsAt)
    } else {
      text.put("\"")
    }
    text.put(#","bundleId":"com.example.app","productId":""#)
    text.put(purchase.product.id)
    text.put(#"","purchaseDate":"#)
    text.put(purchase.begunAt)
    text.put(#","originalPurchaseDate":"#)
    text.put(lineage.firstBoughtAt)
    text.put(#","quantity":1,"type":""#)
    text.put(purchase.product.type)
    putToken(lineage, into: &text)
    text.put(#"","inAppOwnershipType":""#)
    text.put(lineage.isShared ? "FAMILY_SHARED" : "PURCHASED")
    text.put(#"","signedDate":"#)
    text.put(signedAt)
    if let revocation = purchase.revocation {
      text.put(#","revocationDate":"#)
      text.put(revocation.at)
      text.put(#","revocationReason":"#)
      text.put(revocation.reason)
      text.put(#","revocationType":""#)
      text.put(revocation.type)
      text.put("\"")
    }
    if purchase.isUpgraded { text.put(#","isUpgraded":true"#) }
    if purchase.isTrial { text.put(#","offerType":1,"offerDiscountType":"FREE_TRIAL","offerPeriod":"P1W""#) }
    text.put(",")
    putEnvironment(into: &text)
    text.put(#","storefront":"DEU","storefrontId":"143443","transactionReason":""#)
    text.put(purchase.isRenewal ? "RENEWAL" : "PURCHASE")
    text.put(#"","currency":"EUR","price":"#)
    text.put(purchase.isTrial ? 0 : purchase.product.price)
    text.put(#","appTransactionId":""#)
    text.put(number(9_999))
    text.put("\"}")
  }

  func putRenewal(_ subscription: ForgedSubscription, signedAt: Int64, into text: inout [UInt8]) {
    let current = subscription.current
    let next = subscription.nextProduct ?? current.product
    text.put(#"{"originalTransactionId":""#)
    text.put(subscription.lineage.number)
    text.put(#"","autoRenewProductId":""#)
    text.put(next.id)
    text.put(#"","productId":""#)
    text.put(current.product.id)
    putToken(subscription.lineage, into: &text)
    text.put(#"","autoRenewStatus":"#)
    text.put(subscription.renews ? 1 : 0)
    text.put(#","renewalPrice":"#)
    text.put(next.price)
    text.put(#","currency":"EUR","signedDate":"#)
    text.put(signedAt)
    text.put(",")
    putEnvironment(into: &text)
    text.put(#","recentSubscriptionStartDate":"#)
    text.put(subscription.startedAt)
    text.put(#","renewalDate":"#)
    text.put(subscription.endsAt)
    if subscription.isRetrying { text.put(#","isInBillingRetryPeriod":true"#) }
    if let graceUntil = subscription.graceUntil {
      text.put(#","gracePeriodExpiresDate":"#)
      text.put(graceUntil)
    }
    if let intent = subscription.expirationIntent {
      text.put(#","expirationIntent":"#)
      text.put(intent)
    }
    if let status = subscription.priceIncreaseStatus {
      text.put(#","priceIncreaseStatus":"#)
      text.put(status)
    }
    text.put("}")
  }

  func putEnvironment(into text: inout [UInt8]) {
    text.put(settings.isSandbox ? #""environment":"Sandbox""# : #""environment":"Production""#)
  }

  /// Closes a string and leaves one open, so that the members around it need not know whether there is a
  /// token.
  private func putToken(_ lineage: ForgedLineage, into text: inout [UInt8]) {
    if lineage.isShared { return }
    text.put(#"","appAccountToken":""#)
    putUUID(-1, into: &text)
  }

  /// The UUID of a line of this customer's; at −1, of the customer.
  func putUUID(_ line: Int64, into text: inout [UInt8]) {
    let place = UInt64(subject) << 20 | UInt64(line + 1)
    text.putUUID(
      SeededNumbers.mixed(SeededNumbers.mixed(settings.seed) ^ place),
      SeededNumbers.mixed(SeededNumbers.mixed(~settings.seed) &+ place))
  }
}
