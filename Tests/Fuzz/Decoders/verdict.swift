import EntstoreModel

private let header = Array(#"{"alg":"EdDSA","kid":"k","typ":"entstore-verdict-1"}"#.utf8)
private let emptyContent = Array(
  (#"{"subject":"a","environment":"production","issuedAt":1,"askAgainAt":2,"hasEverPaid":false,"#
    + #""offline":{"extendsBy":0,"asksWithin":1},"keys":{}}"#).utf8)
private let signature = [UInt8](repeating: 0, count: 64)

/// Bytes as a verdict's text, as one that was kept, and as the header and the content of a text that is put together around them.
///
/// Every signature is taken for genuine: behind that check nothing would be reached otherwise.
@Sendable func verdict(_ input: [UInt8]) {
  read(String(decoding: input, as: UTF8.self))
  read(text(header, input))
  read(text(input, emptyContent))
}

private func text(_ header: [UInt8], _ content: [UInt8]) -> String {
  let parts = [header, content, signature].map { part in
    String(decoding: RawSegment.base64url([.inline(part)]).bytes, as: UTF8.self)
  }
  return parts.joined(separator: ".")
}

private func read(_ text: String) {
  for environment in StoreEnvironment.allCases {
    do throws(VerdictError) {
      check(try Verdict(text, for: nil, in: environment) { _, _ in true })
    } catch {
      precondition(!error.description.isEmpty)
    }
    _ = try? HeldVerdict(kept: text, for: "a", in: environment) { _, _ in true }
  }
}

/// A verdict that was read can be written and read again, and is open nowhere past the last end that it names and its extension.
private func check(_ verdict: Verdict) {
  do {
    let written = try verdict.signed(keyID: "k") { _ in signature }
    let again = try Verdict(written, for: verdict.subject, in: verdict.environment) { _, _ in true }
    precondition(again == verdict)
  } catch VerdictError.tooLong {
    // Words that are not known are written as ones that are, which may be longer.
  } catch {
    fatalError("\(error)")
  }
  for (key, schedule) in verdict.keys {
    let opensForGood = schedule.stretches.last?.isEntitled == true
    let end = schedule.stretches.last { $0.isEntitled }?.until ?? verdict.issuedAt
    let bound = end.advanced(by: verdict.offline.extendsBy)
    var instants = [verdict.issuedAt, verdict.askAgainAt, bound, end]
    instants += schedule.stretches.compactMap(\.until)
    for instant in instants + instants.map({ $0.advanced(by: TimeSpan(milliseconds: -1)) }) {
      let access = verdict.access(to: key, at: instant)
      guard access.isEntitled else { continue }
      let now = max(instant, verdict.issuedAt)
      precondition(opensForGood || now < bound, "open past the bound")
      precondition(access.entitledUntil.map { $0 > now } ?? opensForGood, "an end that is over")
    }
  }
}
