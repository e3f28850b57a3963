import EntstoreModel
import EntstoreRails
import Foundation

/// A file in memory that is filled anew for each input.
struct FileOfBytes {
  let path = "/dev/shm/entstore-fuzz-\(ProcessInfo.processInfo.processIdentifier)"

  func fill(_ bytes: [UInt8]) {
    guard let file = unsafe fopen(path, "w") else { fatalError("\(path) cannot be written") }
    let count = unsafe fwrite(bytes, 1, bytes.count, file)
    precondition(unsafe fclose(file) == 0 && count == bytes.count, "\(path) cannot be written")
  }
}

/// An event that was read can be exported, and the export states the same.
func expectExport(of event: LoggedEvent) {
  guard let line = try? ExchangeLine.line(for: event), let stated = try? ExchangeLine.event(in: line) else {
    fatalError("event \(event.sequence) cannot be exported")
  }
  guard case .event(let draft) = stated else {
    return precondition(
      event.erased.map { stated == .erased($0) } ?? false, "event \(event.sequence) is exported as erased")
  }
  // Each store finds the remainders of an erasure itself.
  var expected = event.draft
  if case .erasure(var erasure) = expected.act {
    for place in erasure.redacted.indices { erasure.redacted[place].remainder = [] }
    expected.act = .erasure(erasure)
  }
  precondition(draft == expected, "the export of event \(event.sequence) is another event")
}
