import EntstoreModel

private let specification = Specification.entstore

/// Words of a command line, between bytes of zero: understood, or refused with a message and the way it should be.
@Sendable func arguments(_ input: [UInt8]) {
  let words = input.split(separator: 0, omittingEmptySubsequences: false)
    .map { String(decoding: $0, as: UTF8.self) }
  do throws(UsageError) {
    switch try CommandParser(specification).parse(words) {
    case .run(let command): precondition(!command.path.isEmpty)
    case .help(let path): precondition(!HelpText(root: specification, path: path).text(width: 80).isEmpty)
    case .version, .completionScript: break
    }
  } catch {
    precondition(!error.text(for: specification, width: 80).isEmpty)
  }
  for word in words { value(word) }
}

/// A word as the value of an option: what is understood is written as what means the same.
private func value(_ word: String) {
  do throws(TimeTextError) {
    let instant = try TimeText.instant(word)
    let again = try TimeText.instant(TimeText.text(instant))
    precondition(again == instant, "another moment")
  } catch {
    precondition(!error.description.isEmpty)
  }
  if let span = Term.span(word) { precondition(Term.span(Term.text(span)) == span, "another span") }
  precondition(!visible(word).unicodeScalars.contains { $0.value < 0x20 }, "a control character is printed")
}
