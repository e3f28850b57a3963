import EntstoreModel

/// An instant as a life counts it: "d30+5000" is five seconds into day 30.
func told(_ instant: Instant?) -> String {
  guard let instant else { return "-" }
  if instant == .greatest { return "forever" }
  let (milliseconds, aDay) = (
    instant.epochMilliseconds - day(0).epochMilliseconds, TimeSpan.days(1).milliseconds
  )
  let number = (milliseconds + aDay / 2) / aDay
  let rest = milliseconds - number * aDay
  return rest == 0 ? "d\(number)" : rest > 0 ? "d\(number)+\(rest)" : "d\(number)\(rest)"
}

func told(_ answer: OracleAnswer) -> String {
  "\(answer.status) \(answer.isEntitled ? "open" : "closed") \(answer.product?.text ?? "-") \(answer.reason)"
}

/// A life in the total order, one event a line.
func told(_ life: Life) -> String {
  (life.ordered.map { told($0) } + (life.terms.isEmpty ? [] : ["with terms"])).joined(separator: "\n")
}

private func told(_ event: OracleEvent) -> String {
  var words = [told(event.signedAt) + (event.rank == 0 ? "" : "/\(event.rank)")]
  if let copy = event.facts.purchase {
    words.append("\(copy.purchase)/\(copy.transaction) \(copy.product) \(copy.kind)")
    words.append("\(told(copy.purchasedAt))..\(told(copy.expiresAt))")
    if copy.clock != event.signedAt { words.append("clock \(told(copy.clock))") }
    if let at = copy.revokedAt { words.append("revoked \(told(at))") }
    if copy.isUpgraded { words.append("upgraded") }
    if copy.isRenewal { words.append("renewal") }
    if copy.ownership == .familyShared { words.append("family") }
  }
  if let renewal = event.facts.renewal {
    words.append(
      "renewal(\(renewal.product?.text ?? "-") on \(renewal.willAutoRenew.map(String.init) ?? "-") "
        + "date \(told(renewal.renewalDate)) grace \(told(renewal.graceUntil)) "
        + "retrying \(renewal.isRetrying))"
    )
  }
  if let status = event.facts.status { words.append("status \(status)") }
  if let reason = event.facts.expiryReason { words.append("reason \(reason)") }
  switch event.facts.ending {
  case .ended(let at, let reason)?: words.append("ended \(told(at)) \(reason)")
  case .takenBack?: words.append("taken back")
  case nil: break
  }
  if let void = event.facts.void { words.append("void \(void.purchase) \(told(void.at))") }
  return "  " + words.joined(separator: " ")
}
