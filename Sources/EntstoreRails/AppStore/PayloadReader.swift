import EntstoreModel

/// Takes a payload apart into the events that it states, by shape. What each of them says is the normalizer's business.
struct PayloadReader {
  let normalizer: Normalizer
  let vouched: Bool

  typealias Outcome = Result<EventDraft, Refusal>

  func events(in bytes: [UInt8]) -> [Outcome] {
    collect { (outcomes) throws(Refusal) in
      let text = try PayloadText(bytes)
      try read(text.bytes, text.range, at: Place(), into: &outcomes)
    }
  }

  /// Where a part stands in the payload, and what the response around it says of all its parts.
  struct Place {
    var path = ""
    var depth = 0
    var outer = Surroundings()

    func element(_ index: Int, of name: String = "") -> Place { member("\(name)[\(index)]") }

    func member(_ name: String) -> Place {
      Place(path: joined(path, name), depth: depth + 1, outer: outer)
    }
  }

  /// What `read` gathers, and the refusal that ended it. What was gathered before stays.
  private func collect(_ read: (inout [Outcome]) throws(Refusal) -> Void) -> [Outcome] {
    var outcomes: [Outcome] = []
    do throws(Refusal) { try read(&outcomes) } catch { outcomes.append(.failure(error)) }
    return outcomes
  }

  /// Reads a JSON value, or a bare signed payload.
  private func read(
    _ bytes: [UInt8], _ range: Range<Int>, at place: Place, into outcomes: inout [Outcome]
  ) throws(Refusal) {
    // Nothing that a store sends has so many wrappers around a payload.
    if place.depth > 8 { throw .nestedTooDeeply(field: place.path, limit: 8) }
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "{"):
      try readObject(bytes, range, at: place, into: &outcomes)
    case UInt8(ascii: "["):
      let outline = try JSONOutline(of: bytes, in: range, field: place.path)
      for (index, element) in outline.elements.enumerated() {
        outcomes += collect { (found) throws(Refusal) in
          try read(bytes, element, at: place.element(index), into: &found)
        }
      }
    case UInt8(ascii: "\""):
      // A decoder wants no fragment but takes a list of one.
      let list = [UInt8(ascii: "[")] + bytes[range] + [UInt8(ascii: "]")]
      let text = try decodeJSON([String].self, from: list[...], field: place.path)
      outcomes.append(.success(try signedEvent(Array(text.joined().utf8), at: place)))
    default:
      outcomes.append(.success(try signedEvent(Array(bytes[range]), at: place)))
    }
  }

  private func readObject(
    _ bytes: [UInt8], _ range: Range<Int>, at place: Place, into outcomes: inout [Outcome]
  ) throws(Refusal) {
    let outline = try JSONOutline(of: bytes, in: range, field: place.path)
    let shape = PayloadShape(of: outline, in: bytes)
    switch shape {
    case .wrapper(let name, let payload):
      try read(bytes, payload, at: place.member(name), into: &outcomes)
    case .list(let name, let list):
      let inner = try within(bytes, range, at: place)
      let elements = try JSONOutline(of: bytes, in: list, field: joined(place.path, name)).elements
      for (index, element) in elements.enumerated() {
        outcomes += collect { (found) throws(Refusal) in
          try read(bytes, element, at: inner.element(index, of: name), into: &found)
        }
      }
    case .statuses(let groups):
      try readStatuses(bytes, groups, at: try within(bytes, range, at: place), into: &outcomes)
    case .parts:
      outcomes.append(.success(try partsEvent(bytes, range, at: place)))
    case .unsupported(let kind):
      throw .unsupported(field: place.path, kind: kind)
    case .unknown:
      throw unknown(bytes, range, at: place)
    case .notification, .transaction:
      try vouch(for: place, signed: false)
      outcomes.append(.success(try event(shape, bytes, range, raw: Array(bytes[range]), at: place)))
    }
  }

  /// The groups of a status response, each with its newest transactions.
  private func readStatuses(
    _ bytes: [UInt8], _ groups: Range<Int>, at place: Place, into outcomes: inout [Outcome]
  ) throws(Refusal) {
    let outline = try JSONOutline(of: bytes, in: groups, field: joined(place.path, "data"))
    for (index, group) in outline.elements.enumerated() {
      let inner = place.element(index, of: "data")
      outcomes += collect { (found) throws(Refusal) in
        guard bytes[group.lowerBound] == UInt8(ascii: "{"),
          let list = try JSONOutline(of: bytes, in: group, field: inner.path)
            .value(of: "lastTransactions", in: bytes), bytes[list.lowerBound] == UInt8(ascii: "[")
        else { throw .missing(field: joined(inner.path, "lastTransactions")) }
        try readItems(bytes, list, at: inner, into: &found)
      }
    }
  }

  private func readItems(
    _ bytes: [UInt8], _ list: Range<Int>, at place: Place, into outcomes: inout [Outcome]
  ) throws(Refusal) {
    let field = joined(place.path, "lastTransactions")
    for (index, item) in try JSONOutline(of: bytes, in: list, field: field).elements.enumerated() {
      let inner = place.element(index, of: "lastTransactions")
      outcomes += collect { (found) throws(Refusal) in
        guard bytes[item.lowerBound] == UInt8(ascii: "{") else {
          throw .unknownShape(field: inner.path, found: excerpt(text(bytes, item), 20))
        }
        found.append(.success(try partsEvent(bytes, item, at: inner)))
      }
    }
  }

  /// A transaction, a renewal info, or both, as members of an object.
  private func partsEvent(
    _ bytes: [UInt8], _ range: Range<Int>, at place: Place
  ) throws(Refusal) -> EventDraft {
    let data = try decodeJSON(WireData.self, from: bytes[range], field: place.path)
    let parts = [data.transaction?.isSigned, data.renewal?.isSigned].compactMap(\.self)
    try vouch(for: place, signed: !parts.contains(false))
    return try normalizer.draft(of: data, bytes, range, at: place)
  }

  /// A bare signed payload.
  private func signedEvent(_ text: [UInt8], at place: Place) throws(Refusal) -> EventDraft {
    if isReceipt(text) { throw .unsupported(field: place.path, kind: .receipt) }
    // Base64 of "{" and what may follow it begins so.
    if place.path.isEmpty, !text.starts(with: "ey".utf8), !text.starts(with: "ew".utf8) {
      throw .unknownShape(
        field: "", found: "neither a JSON object or array nor a signed payload")
    }
    let jws = try CompactJWS(text, field: place.path)
    try vouch(for: place, signed: true)
    let payload = try jws.object(field: place.path)
    let outline = try JSONOutline(of: payload.bytes, in: payload.range, field: place.path)
    let shape = PayloadShape(of: outline, in: payload.bytes)
    return try event(shape, payload.bytes, payload.range, raw: jws.text, at: place)
  }

  /// A notification or transaction, whether it came signed (`raw` is the signed text) or decoded.
  private func event(
    _ shape: PayloadShape, _ bytes: [UInt8], _ range: Range<Int>, raw: [UInt8], at place: Place
  ) throws(Refusal) -> EventDraft {
    switch shape {
    case .notification:
      let notification = try decodeJSON(WireNotification.self, from: bytes[range], field: place.path)
      return try normalizer.draft(of: notification, raw: raw, at: place)
    case .transaction:
      let transaction = try decodeJSON(WireTransaction.self, from: bytes[range], field: place.path)
      return try normalizer.draft(of: transaction, raw: raw, at: place)
    case .unsupported(let kind):
      throw .unsupported(field: place.path, kind: kind)
    case .wrapper, .list, .statuses, .parts, .unknown:
      throw unknown(bytes, range, at: place)
    }
  }

  private func unknown(_ bytes: [UInt8], _ range: Range<Int>, at place: Place) -> Refusal {
    .unknownShape(field: place.path, found: "an object that begins \(excerpt(text(bytes, range)))")
  }

  private func vouch(for place: Place, signed: Bool) throws(Refusal) {
    if vouched { return }
    throw signed ? .signatureNotVerified(field: place.path) : .notSigned(field: place.path)
  }

  /// What a response says of all its parts.
  private func within(
    _ bytes: [UInt8], _ range: Range<Int>, at place: Place
  ) throws(Refusal) -> Place {
    var inner = place
    inner.outer = try decodeJSON(Surroundings.self, from: bytes[range], field: place.path)
    return inner
  }

  private func isReceipt(_ text: [UInt8]) -> Bool {
    guard let content = decodedBase64(text[...]) else { return false }
    // A PKCS #7 container, or a property list with a signature.
    return content.starts(with: [0x30, 0x82]) || content.starts(with: [0x30, 0x80])
      || String(decoding: content, as: UTF8.self).contains("\"purchase-info\"")
  }

  private func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range].prefix(400), as: UTF8.self)
  }
}
