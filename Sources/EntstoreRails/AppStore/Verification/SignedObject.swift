import EntstoreModel

/// A signed text whose signature is checked, and what it says. Whose it is and when it was signed is checked
/// after that.
struct SignedObject {
  let text: [UInt8]
  let object: JSONObject
  let kind: SignedKind
  let chain: VerifiedChain

  /// When it was signed; the certificates must have been valid then.
  func signedAt() throws(VerificationError) -> Instant {
    let moment: Instant
    switch object.number(kind.dateField) {
    case .absent: throw .missing(field: object.field(kind.dateField))
    case .unusable(let value): throw .implausibleDate(field: object.field(kind.dateField), value: value)
    case .value(let milliseconds):
      moment = Instant(epochMilliseconds: milliseconds)
      guard Instant.plausible.contains(moment) else {
        throw .implausibleDate(field: object.field(kind.dateField), value: String(milliseconds))
      }
    }
    try chain.check(at: moment, field: object.path)
    return moment
  }
}
