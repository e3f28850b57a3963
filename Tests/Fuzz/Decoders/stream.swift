import EntstoreModel
import EntstoreRails

private let decoder = PayloadDecoder(
  rail: AppStoreRail(environment: .sandbox), trust: .vouched, wantsPlaces: true)

/// The first byte cuts the others into pieces, as a pipe might: the payloads found do not depend on it. Each is decoded as an
/// import decodes it.
@Sendable func stream(_ input: [UInt8]) {
  guard let first = input.first else { return }
  let stream = input.dropFirst()
  let whole = payloads(of: stream, cutEvery: max(stream.count, 1))
  precondition(payloads(of: stream, cutEvery: Int(first) + 1) == whole, "it depends on how the pipe cuts it")
  var line = 0
  for payload in whole {
    precondition(payload.line >= line, "lines go back")
    line = payload.line
    for outcome in decoder.events(in: Payload(file: "f", line: line, content: payload.content)) {
      precondition(outcome.origin.line == line)
      if case .failure(let reason) = outcome.result { precondition(!reason.text.isEmpty) }
    }
  }
}

private struct Found: Equatable {
  let line: Int
  let content: Payload.Content
}

private func payloads(of stream: ArraySlice<UInt8>, cutEvery length: Int) -> [Found] {
  var splitter = PayloadSplitter(file: "f")
  var found: [Found] = []
  func take(_ payload: Payload) { found.append(Found(line: payload.line, content: payload.content)) }
  var rest = stream
  while !rest.isEmpty {
    splitter.take(rest.prefix(length), take)
    rest = rest.dropFirst(length)
  }
  splitter.finish(take)
  return found
}
