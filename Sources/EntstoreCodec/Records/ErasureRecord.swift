import EntstoreModel

/// The act that a person was erased. docs/format.md §3.4.
extension ByteWriter {
  mutating func erasure(_ erasure: Erasure) {
    count(erasure.erased.count)
    for position in erasure.erased { self.position(position) }
    count(erasure.redacted.count)
    for redaction in erasure.redacted { self.redaction(redaction) }
    text(erasure.reason ?? "")
  }

  private mutating func redaction(_ redaction: Redaction) {
    position(redaction.position)
    blob(redaction.remainder)
    count(redaction.changes.count)
    for change in redaction.changes {
      switch change {
      case .dropped(let place, let total):
        byte(1)
        count(place)
        count(total)
      case .token(let place, let token):
        byte(2)
        count(place)
        identifier(token)
      case .subject(let subject):
        byte(3)
        identifier(subject)
      case .from(let subject):
        byte(4)
        identifier(subject)
      }
    }
  }
}

extension ByteReader {
  @_lifetime(self: copy self)
  mutating func erasure() throws(CodecError) -> Erasure {
    var erasure = Erasure(erased: [], redacted: [])
    for _ in 0..<(try length("erased count")) {
      let position = try position()
      if let last = erasure.erased.last, last >= position { throw .invalid(field: "erased position") }
      erasure.erased.append(position)
    }
    for _ in 0..<(try length("redacted count")) {
      let redaction = try redaction()
      if let last = erasure.redacted.last, last.position >= redaction.position {
        throw .invalid(field: "redacted position")
      }
      erasure.redacted.append(redaction)
    }
    erasure.reason = try reason()
    return erasure
  }

  @_lifetime(self: copy self)
  private mutating func redaction() throws(CodecError) -> Redaction {
    var redaction = Redaction(position: try position(), changes: [])
    redaction.remainder = try blob("remainder")
    guard redaction.remainder.isEmpty || redaction.remainder.count == 32 else {
      throw .invalid(field: "remainder")
    }
    for _ in 0..<(try length("change count")) {
      switch try byte("change") {
      case 1: redaction.changes.append(.dropped(at: try place("dropped"), of: try place("facts")))
      case 2: redaction.changes.append(.token(at: try place("token place"), try identifier("token")))
      case 3: redaction.changes.append(.subject(try identifier("subject")))
      case 4: redaction.changes.append(.from(try identifier("from")))
      default: throw .invalid(field: "change")
      }
    }
    return redaction
  }

  /// A place among the facts of an event.
  @_lifetime(self: copy self)
  private mutating func place(_ field: String) throws(CodecError) -> Int {
    guard let place = Int(exactly: try count(field)) else { throw .invalid(field: field) }
    return place
  }
}
