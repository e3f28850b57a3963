extension LifeRecord {
  /// The store tells of `purchase` and of the subscription that it belongs to.
  ///
  /// - Returns: The signed date.
  @discardableResult
  mutating func tell(
    _ type: StaticString, _ subtype: StaticString? = nil, at instant: Int64, _ purchase: ForgedPurchase,
    of subscription: ForgedSubscription, status: Int64, requestReason: StaticString? = nil
  ) throws(Horizon) -> Int64 {
    try tell(
      type, subtype, at: instant, purchase, of: subscription.lineage,
      renewal: (subscription, status), requestReason: requestReason)
  }

  /// The store tells of `purchase`, which was made once.
  ///
  /// - Returns: The signed date.
  @discardableResult
  mutating func tell(
    _ type: StaticString, _ subtype: StaticString? = nil, at instant: Int64, _ purchase: ForgedPurchase,
    of lineage: ForgedLineage, renewal: (subscription: ForgedSubscription, status: Int64)? = nil,
    requestReason: StaticString? = nil
  ) throws(Horizon) -> Int64 {
    let signedAt = try signedDate(instant, lineage)
    let (words, line) = (words, Int64(lines.count))
    append(signedAt: signedAt) { text in
      text.put(#"{"notificationType":""#)
      text.put(type)
      if let subtype {
        text.put(#"","subtype":""#)
        text.put(subtype)
      }
      text.put(#"","notificationUUID":""#)
      words.putUUID(line, into: &text)
      text.put(#"","version":"2.0","signedDate":"#)
      text.put(signedAt)
      text.put(#","data":{"appAppleId":1234567890,"bundleId":"com.example.app","bundleVersion":"42","#)
      words.putEnvironment(into: &text)
      if let requestReason {
        text.put(#","consumptionRequestReason":""#)
        text.put(requestReason)
        text.put("\"")
      }
      text.put(#","signedTransactionInfo":"#)
      words.putTransaction(purchase, lineage, signedAt: signedAt, into: &text)
      if let renewal {
        text.put(#","signedRenewalInfo":"#)
        words.putRenewal(renewal.subscription, signedAt: signedAt, into: &text)
        text.put(#","status":"#)
        text.put(renewal.status)
      }
      text.put("}}")
    }
    return signedAt
  }
}
