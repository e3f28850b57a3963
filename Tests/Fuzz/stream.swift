/// The first byte cuts the others into pieces, as a pipe might: the payloads found do not depend on it.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe bytes(start, count)
  guard let first = input.first else { return 0 }
  let stream = input.dropFirst()
  let whole = payloads(of: stream, cutEvery: max(stream.count, 1))
  precondition(payloads(of: stream, cutEvery: Int(first) + 1) == whole, "it depends on how the pipe cuts it")
  var line = 0
  for payload in whole {
    precondition(payload.line >= line, "lines go back")
    line = payload.line
  }
  return 0
}

private struct Found: Equatable {
  let line: Int
  let content: String
}

private func payloads(of stream: ArraySlice<UInt8>, cutEvery length: Int) -> [Found] {
  var splitter = PayloadSplitter(file: "f")
  var found: [Found] = []
  func take(_ payload: Payload) { found.append(Found(line: payload.line, content: "\(payload.content)")) }
  var rest = stream
  while !rest.isEmpty {
    splitter.take(rest.prefix(length), take)
    rest = rest.dropFirst(length)
  }
  splitter.finish(take)
  return found
}
