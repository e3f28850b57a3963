import EntstoreModel

extension AppStoreVerifier {
  /// Checks one compact JWS, a notification or a transaction, and every JWS inside it.
  ///
  /// - Returns: What may become an event.
  /// - Throws: The first check that it does not pass.
  /// - Complexity: O(*n*) for *n* bytes, and one verification of a signature for each JWS; three more for a
  ///   chain that is not remembered.
  public func verify(_ payload: UnverifiedPayload) throws(VerificationError) -> VerifiedPayload {
    try verified(payload.bytes, field: "")
  }

  func verified(_ text: [UInt8], field: String) throws(VerificationError) -> VerifiedPayload {
    let signed = try signed(text, field: field)
    switch signed.kind {
    case .notification: return try notification(signed)
    case .transaction: return try pair(text, signed, nil)
    case .renewalInfo, .appTransaction: throw .standsAlone(field: field, signed.kind)
    }
  }

  /// Checks a transaction and its renewal info that came together in `item`.
  func verified(
    item: JSONObject, transaction: WirePart, renewal: WirePart?
  ) throws(VerificationError) -> VerifiedPayload {
    let transaction = try inner(transaction, kind: .transaction)
    let renewal: SignedObject? =
      if let renewal { try inner(renewal, kind: .renewalInfo) } else { nil }
    let verified = try pair(Array(item.value.source), transaction, renewal)
    return verified
  }

  private func pair(
    _ bytes: [UInt8], _ transaction: SignedObject, _ renewal: SignedObject?
  ) throws(VerificationError) -> VerifiedPayload {
    let app = try checkApp(of: transaction.object)
    try checkEnvironment(of: transaction.object)
    var signedAt = try transaction.signedAt()
    if let renewal {
      try checkEnvironment(of: renewal.object)
      // The transaction has a clock of its own. The renewal info has only this one, and an old one must not
      // borrow a newer transaction's.
      signedAt = try renewal.signedAt()
    }
    try checkLineage(transaction.object, renewal?.object)
    return VerifiedPayload(
      bytes: bytes, kind: .transaction, signedAt: signedAt, app: app, object: transaction.object,
      parts: OpenedParts(transaction: transaction.object, renewal: renewal?.object),
      texts: [transaction.text] + (renewal.map { [$0.text] } ?? []))
  }

  private func notification(_ signed: SignedObject) throws(VerificationError) -> VerifiedPayload {
    let object = signed.object
    let holder = try holder(of: object)
    let app = try checkApp(of: holder)
    try checkAppAppleID(of: holder)
    try checkEnvironment(of: holder)
    let signedAt = try signed.signedAt()
    var parts = OpenedParts()
    if let part = WirePart("signedTransactionInfo", of: holder) {
      parts.transaction = try checked(try inner(part, kind: .transaction), app: app)
    }
    if let part = WirePart("signedRenewalInfo", of: holder) {
      parts.renewal = try checked(try inner(part, kind: .renewalInfo), app: nil)
    }
    if let part = WirePart("signedAppTransactionInfo", of: holder) {
      parts.appTransaction = try checked(try inner(part, kind: .appTransaction), app: app)
    }
    try checkLineage(parts.transaction, parts.renewal)
    return VerifiedPayload(
      bytes: signed.text, kind: .notification, signedAt: signedAt, app: app, object: object,
      parts: parts, texts: [signed.text])
  }

  private func inner(_ part: WirePart, kind: SignedKind) throws(VerificationError) -> SignedObject {
    guard let text = part.signedText else { throw .notSigned(field: part.path) }
    return try signed(text, field: part.path, kind: kind)
  }

  /// The object of a part that agrees with its notification, whose app is `app`. A renewal info names none.
  private func checked(_ part: SignedObject, app: String?) throws(VerificationError) -> JSONObject {
    if let app {
      let found = try text("bundleId", of: part.object)
      if found != app {
        throw .disagreement(field: part.object.field("bundleId"), found: found, expected: app)
      }
    }
    try checkEnvironment(of: part.object, name: part.kind == .appTransaction ? "receiptType" : "environment")
    _ = try part.signedAt()
    return part.object
  }
}
