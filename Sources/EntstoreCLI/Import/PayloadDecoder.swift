import Entstore
import EntstoreRails

/// From a payload to the events that it states, each with the place it came from.
struct PayloadDecoder: Sendable {
  let rail: AppStoreRail
  let isVouched: Bool

  /// An event, or the reason why there is none.
  struct Outcome: Sendable {
    let file: String
    let line: Int
    let result: Swift.Result<EventDraft, Reason>
  }

  struct Reason: Error, Sendable {
    let text: String
  }

  func events(in payload: Payload) -> [Outcome] {
    switch payload.content {
    case .refused(let reason): [outcome(payload, .failure(Reason(text: reason)))]
    case .bytes(let bytes): events(in: bytes, of: payload)
    }
  }

  private func events(in bytes: [UInt8], of payload: Payload) -> [Outcome] {
    if ExchangeLine.matches(bytes) { return [outcome(payload, exchanged(bytes))] }
    return rail.events(in: UnverifiedPayload(unquoted(bytes)), vouched: isVouched).map { result in
      outcome(payload, result.mapError { Reason(text: "\($0)") })
    }
  }

  /// An element of an array of signed payloads stands between quotation marks.
  private func unquoted(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
      return bytes
    }
    return Array(bytes.dropFirst().dropLast())
  }

  private func exchanged(_ bytes: [UInt8]) -> Swift.Result<EventDraft, Reason> {
    guard isVouched else {
      return .failure(
        Reason(text: "an export carries no signature; --unsigned says that you vouch for where it comes from")
      )
    }
    do {
      return .success(try ExchangeLine.event(in: bytes))
    } catch {
      return .failure(Reason(text: "\(error)"))
    }
  }

  private func outcome(_ payload: Payload, _ result: Swift.Result<EventDraft, Reason>) -> Outcome {
    Outcome(file: payload.file, line: payload.line, result: result)
  }
}
