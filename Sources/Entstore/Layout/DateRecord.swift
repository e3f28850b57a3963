import EntstoreCodec

/// The value in `by_date`: what stands at this date. docs/format.md §3.2.
enum DateRecord: Equatable {
  /// The event at this place in the log.
  case event(UInt64)
  /// Nothing: the act at this place has erased the event before it came.
  case erased(by: UInt64)
  /// Nothing yet: the acts at these places say what is left of the event when it comes.
  case redacted(by: [UInt64])

  func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 10)
    switch self {
    case .event(let sequence): writer.count(sequence)
    case .erased(let act):
      // No event is at place 0.
      writer.count(0)
      writer.byte(1)
      writer.count(act)
    case .redacted(let acts):
      writer.count(0)
      writer.byte(2)
      for act in acts { writer.count(act) }
    }
    return writer.bytes
  }

  init(_ payload: RawSpan) throws(CodecError) {
    var reader = ByteReader(payload)
    let sequence = try reader.count("sequence")
    guard sequence == 0 else {
      try reader.finish()
      self = .event(sequence)
      return
    }
    switch try reader.byte("what became of it") {
    case 1:
      self = .erased(by: try reader.count("act"))
      try reader.finish()
    case 2:
      var acts: [UInt64] = []
      repeat { acts.append(try reader.count("act")) } while reader.remaining > 0
      self = .redacted(by: acts)
    default: throw .invalid(field: "what became of it")
    }
  }
}
