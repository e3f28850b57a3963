import Entstore

/// `import --follow`: a store that has the log of another one, event by event in the same places.
///
/// Its own count then says what to ask the other for. And what goes by the order of the log, such as which catalog came last, is
/// the same in both.
enum Following {
  /// Where an event must come to stand; `nil` where it does not matter.
  ///
  /// - Throws: ``PayloadDecoder/Reason``: it has no place, or what lies between is missing.
  static func place(of arrival: Arrival, after count: UInt64, _ context: Context) throws -> UInt64? {
    guard context.command.flag("follow") else { return nil }
    guard let place = arrival.place else {
      throw PayloadDecoder.Reason(text: "it is no line of an export, which --follow needs", kind: .other)
    }
    if place > count + 1 {
      throw PayloadDecoder.Reason(
        text: "it is event \(place), and the store has \(count): what is between is missing", kind: .other)
    }
    return place
  }

  /// - Throws: ``CommandFailure``: the event stands elsewhere, because the store has events that the other one has not.
  static func check(_ receipt: Receipt, at place: UInt64?, _ arrival: Arrival) throws {
    guard let place, receipt.sequence != place else { return }
    throw CommandFailure(
      code: .inputRefused,
      message:
        "\(arrival.file):\(arrival.line): event \(place) of the other store is not event \(place) of this one: "
        + "it has events of its own and cannot follow. Nothing more was taken")
  }
}
