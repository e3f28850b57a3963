import EntstoreModel

/// Takes a payload apart into the events that it states, by shape. What each of them says is the normalizer's
/// business.
struct PayloadReader {
  let normalizer: Normalizer
  let admission: Admission

  typealias Outcome = Result<EventDraft, Refusal>

  /// Hundreds of times as many as a store sends at once; each costs memory, be it only a refusal.
  private static let mostEvents = 16_384

  func events(in bytes: [UInt8]) -> [Outcome] {
    collect { (found) throws(Refusal) in
      let text = try PayloadText(bytes)
      switch text.first {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
        try read(try JSONDocument(text, field: "").root, at: Place(), into: &found)
      default:
        let signed = Array(bytes[text.range])
        // Base64 of "{" and what may follow it begins so.
        guard signed.starts(with: "ey".utf8) || signed.starts(with: "ew".utf8) || isReceipt(signed)
        else {
          throw .unknownShape(field: "", found: "neither a JSON object or array nor a signed payload")
        }
        found.append(.success(try signedEvent(signed, at: Place())))
      }
    }
  }

  /// What `read` gathers, and the refusal that ended it. What was gathered before stays.
  private func collect(_ read: (inout [Outcome]) throws(Refusal) -> Void) -> [Outcome] {
    var outcomes: [Outcome] = []
    do throws(Refusal) { try read(&outcomes) } catch { outcomes.append(.failure(error)) }
    return outcomes
  }

  private func read(
    _ value: JSONValue, at place: Place, into outcomes: inout [Outcome]
  ) throws(Refusal) {
    // Nothing that a store sends has so many wrappers around a payload.
    if place.depth > 8 { throw .nestedTooDeeply(field: place.path, limit: 8) }
    if value.isObject {
      try readObject(JSONObject(value: value, path: place.path), at: place, into: &outcomes)
    } else if value.isArray {
      try readEach(value, of: "", at: place, into: &outcomes)
    } else if let text = value.stringBytes {
      outcomes.append(.success(try signedEvent(text, at: place)))
    } else {
      throw .unknownShape(field: place.path, found: String(decoding: value.source, as: UTF8.self))
    }
  }

  private func readEach(
    _ list: JSONValue, of name: StaticString, at place: Place, into outcomes: inout [Outcome]
  ) throws(Refusal) {
    for (index, element) in list.elements.enumerated() {
      let here = place.element(index, of: name)
      try gather(&outcomes, at: here) { (outcomes) throws(Refusal) in
        try read(element, at: here, into: &outcomes)
      }
    }
  }

  /// What `read` adds, and the refusal that ended it, unless there is no room for more.
  private func gather(
    _ outcomes: inout [Outcome], at place: Place, _ read: (inout [Outcome]) throws(Refusal) -> Void
  ) throws(Refusal) {
    let full = Refusal.tooManyEvents(field: place.path, limit: Self.mostEvents)
    if outcomes.count >= Self.mostEvents { throw full }
    do throws(Refusal) {
      try read(&outcomes)
    } catch {
      if case .tooManyEvents = error { throw error }
      outcomes.append(.failure(error))
    }
  }

  private func readObject(
    _ object: JSONObject, at place: Place, into outcomes: inout [Outcome]
  ) throws(Refusal) {
    let shape = PayloadShape(of: object.value)
    switch shape {
    case .wrapper(let name):
      if let payload = object.value[name] {
        try read(payload, at: place.member("\(name)"), into: &outcomes)
      }
    case .list(let name):
      if let list = object.value[name] {
        try readEach(list, of: name, at: place.within(try Surroundings(object)), into: &outcomes)
      }
    case .statuses:
      try readStatuses(object.value, at: place.within(try Surroundings(object)), into: &outcomes)
    case .parts:
      outcomes.append(.success(try partsEvent(object, at: place)))
    case .unsupported(let kind):
      throw .unsupported(field: place.path, kind: kind)
    case .unknown:
      throw unknown(object)
    case .notification, .transaction:
      _ = try admit(at: place, signed: false)
      outcomes.append(.success(try event(shape, object, signed: nil, at: place)))
    }
  }

  /// A status response: groups of subscriptions, each with its newest transactions.
  private func readStatuses(
    _ response: JSONValue, at place: Place, into outcomes: inout [Outcome]
  ) throws(Refusal) {
    for (index, group) in (response["data"]?.elements ?? []).enumerated() {
      let inner = place.element(index, of: "data")
      try gather(&outcomes, at: inner) { (outcomes) throws(Refusal) in
        guard let list = group["lastTransactions"], list.isArray else {
          throw .missing(field: joined(inner.path, "lastTransactions"))
        }
        for (index, item) in list.elements.enumerated() {
          let here = inner.element(index, of: "lastTransactions")
          try gather(&outcomes, at: here) { (outcomes) throws(Refusal) in
            outcomes.append(.success(try partsEvent(JSONObject(value: item, path: here.path), at: here)))
          }
        }
      }
    }
  }

  /// A transaction with its renewal info, or with a status.
  private func partsEvent(_ object: JSONObject, at place: Place) throws(Refusal) -> EventDraft {
    let transaction = WirePart("signedTransactionInfo", of: object)
    let renewal = WirePart("signedRenewalInfo", of: object)
    let verifier = try admit(
      at: place, signed: (transaction?.isSigned ?? true) && (renewal?.isSigned ?? true))
    guard let transaction else {
      throw renewal == nil
        ? .missing(field: object.field("signedTransactionInfo"))
        : .unsupported(field: place.path, kind: .renewalInfo)
    }
    guard let verifier else {
      return try normalizer.draft(
        ofItem: object, try transaction.opened(), try renewal?.opened(), verified: nil, at: place)
    }
    let verified = try refusing { () throws(VerificationError) in
      try verifier.verified(item: object, transaction: transaction, renewal: renewal)
    }
    return try normalizer.draft(
      ofItem: object, verified.object, verified.parts.renewal, verified: verified, at: place)
  }

  /// A bare signed payload.
  private func signedEvent(_ text: [UInt8], at place: Place) throws(Refusal) -> EventDraft {
    if isReceipt(text) { throw .unsupported(field: place.path, kind: .receipt) }
    if case .verified(let verifier) = admission {
      let verified = try refusing { () throws(VerificationError) in
        try verifier.verified(text, field: place.path)
      }
      return try normalizer.draft(of: verified, at: place)
    }
    let jws = try CompactJWS(text, field: place.path)
    _ = try admit(at: place, signed: true)
    let object = try jws.object()
    return try event(PayloadShape(of: object.value), object, signed: jws.text, at: place)
  }

  /// A notification or transaction; `signed` is the text that it was taken from, where it came signed.
  private func event(
    _ shape: PayloadShape, _ object: JSONObject, signed: [UInt8]?, at place: Place
  ) throws(Refusal) -> EventDraft {
    switch shape {
    case .notification:
      return try normalizer.draft(
        ofNotification: object, try normalizer.opened(object), signed: signed, provenance: .vouched,
        at: place)
    case .transaction:
      return try normalizer.draft(
        ofTransaction: object, signed: signed, provenance: .vouched, at: place)
    case .unsupported(let kind): throw .unsupported(field: place.path, kind: kind)
    case .wrapper, .list, .statuses, .parts, .unknown: throw unknown(object)
    }
  }

  private func unknown(_ object: JSONObject) -> Refusal {
    let start = String(decoding: object.value.source.prefix(300), as: UTF8.self)
    return .unknownShape(field: object.path, found: "an object that begins \(excerpt(start))")
  }

  /// The verifier that what is signed has to pass; `nil` where somebody vouches for it.
  private func admit(at place: Place, signed: Bool) throws(Refusal) -> AppStoreVerifier? {
    switch admission {
    case .vouched: return nil
    case .verified(let verifier) where signed: return verifier
    case .nothing where signed: throw .signatureNotVerified(field: place.path)
    case .verified, .nothing: throw .notSigned(field: place.path)
    }
  }

  private func refusing(
    _ verify: () throws(VerificationError) -> VerifiedPayload
  ) throws(Refusal) -> VerifiedPayload {
    do throws(VerificationError) { return try verify() } catch { throw .notVerified(error) }
  }

  /// A PKCS #7 container, or a property list with a signature, in base64.
  private func isReceipt(_ text: [UInt8]) -> Bool {
    // What is signed as a JWS is told apart sooner.
    if text[...].place(of: UInt8(ascii: ".")) != nil { return false }
    guard let content = decodedBase64(text[...]) else { return false }
    return content.starts(with: [0x30, 0x82]) || content.starts(with: [0x30, 0x80])
      || String(decoding: content, as: UTF8.self).contains("\"purchase-info\"")
  }
}
