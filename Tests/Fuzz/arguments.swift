private let specification = Specification.entstore

/// Words of a command line, between bytes of zero: understood, or refused with a message and the way it should be.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let words = unsafe bytes(start, count).split(separator: 0, omittingEmptySubsequences: false)
    .map { String(decoding: $0, as: UTF8.self) }
  do {
    switch try CommandParser(specification).parse(words) {
    case .run(let command): precondition(!command.path.isEmpty)
    case .help(let path): precondition(!HelpText(root: specification, path: path).text(width: 80).isEmpty)
    case .version, .completionScript: break
    }
  } catch let error as UsageError {
    precondition(!error.text(for: specification, width: 80).isEmpty)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
