import Entstore
import EntstoreRails

/// From a payload to the events that it states, each with the place it came from.
struct PayloadDecoder: Sendable {
  let rail: AppStoreRail
  let trust: Trust
  /// Whether lines of an export are wanted with their place.
  let wantsPlaces: Bool

  /// Why what is decoded may be believed.
  enum Trust: Sendable {
    /// The operator vouches for where it comes from.
    case vouched
    /// Its signature is checked.
    case verified(AppStoreVerifier)
    /// The store knows no app yet, so no signature can be matched to one.
    case unknownApps
  }

  /// An event, or the reason why there is none.
  struct Outcome: Sendable {
    let origin: InputPlace
    /// The event's place in the log that the line was exported from.
    var place: UInt64?
    let result: Swift.Result<ExchangedEvent, Reason>
  }

  struct Reason: Error, Sendable {
    let text: String
    /// What it is counted as.
    let kind: RefusalKind
  }

  func events(in payload: Payload) -> [Outcome] {
    switch payload.content {
    case .refused(let reason): [outcome(payload, .failure(Reason(text: reason, kind: .malformed)))]
    case .bytes(let bytes): events(in: bytes, of: payload)
    }
  }

  private func events(in bytes: [UInt8], of payload: Payload) -> [Outcome] {
    // The third byte spares nearly all others the comparison.
    if bytes.count > 2, bytes[2] == ExchangeLine.opening[2], ExchangeLine.matches(bytes) {
      var outcome = outcome(payload, exchanged(bytes))
      if wantsPlaces { outcome.place = ExchangeLine.sequence(in: bytes) }
      return [outcome]
    }
    var results = results(of: UnverifiedPayload(unquoted(bytes)))
    // Nearly always there is one, which is moved and not copied.
    if results.count == 1, let only = results.popLast() { return [railOutcome(payload, only)] }
    return results.map { railOutcome(payload, $0) }
  }

  private func railOutcome(
    _ payload: Payload, _ result: consuming Swift.Result<EventDraft, Refusal>
  ) -> Outcome {
    switch consume result {
    case .success(let draft): outcome(payload, .success(.event(draft)))
    case .failure(let refusal):
      outcome(payload, .failure(Reason(text: refusal.textWithOptions, kind: refusal.kind)))
    }
  }

  private func results(of payload: UnverifiedPayload) -> [Swift.Result<EventDraft, Refusal>] {
    switch trust {
    case .vouched: rail.events(in: payload, vouched: true)
    case .verified(let verifier): rail.events(in: payload, verifier: verifier)
    case .unknownApps: rail.events(in: payload, vouched: false)
    }
  }

  /// An element of an array of signed payloads stands between quotation marks.
  private func unquoted(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
      return bytes
    }
    return Array(bytes.dropFirst().dropLast())
  }

  private func exchanged(_ bytes: [UInt8]) -> Swift.Result<ExchangedEvent, Reason> {
    guard case .vouched = trust else {
      return .failure(
        Reason(
          text: "an export carries no signature; --unsigned says that you vouch for where it comes from",
          kind: .unsigned)
      )
    }
    do {
      return .success(try ExchangeLine.event(in: bytes))
    } catch {
      return .failure(Reason(text: "\(error)", kind: .malformed))
    }
  }

  private func outcome(_ payload: Payload, _ result: Swift.Result<ExchangedEvent, Reason>) -> Outcome {
    Outcome(origin: payload.origin, result: result)
  }
}

extension Refusal {
  /// What it says, with the options by which the tool is told what it asks for.
  fileprivate var textWithOptions: String {
    switch self {
    case .signatureNotVerified: "\(self) (--app, --unsigned)"
    case .notSigned: "\(self) (--unsigned)"
    case .notVerified(.otherApp): "\(self) (--app)"
    default: "\(self)"
    }
  }
}
