import EntstoreModel
import EntstoreRails

private let rail = AppStoreRail(environment: .sandbox)

/// Bytes as a payload that is not verified, as a raw payload to keep, and as a line of an export.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe bytes(start, count)
  precondition(RawPayload.segments(of: input).bytes == input, "other bytes come back")
  for outcome in rail.events(in: UnverifiedPayload(input), vouched: true) {
    describe(outcome)
    if case .success(let draft) = outcome { precondition(comesBack(draft), "an export is another event") }
  }
  do throws(ExchangeError) {
    if case .event(let draft) = try ExchangeLine.event(in: input) {
      precondition(comesBack(draft), "an export is another event")
    }
  } catch {
    precondition(!error.description.isEmpty)
  }
  return 0
}

/// Whether the line of `draft` states the same again.
private func comesBack(_ draft: EventDraft) -> Bool {
  var draft = draft
  draft.receivedAt = draft.receivedAt ?? draft.signedAt
  let event = LoggedEvent(sequence: 1, receivedAt: draft.receivedAt!, draft: draft)
  guard let line = try? ExchangeLine.line(for: event) else { return false }
  return (try? ExchangeLine.event(in: line)) == .event(draft)
}
