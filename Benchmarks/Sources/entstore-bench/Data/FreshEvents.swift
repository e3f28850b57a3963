import Entstore
import EntstoreRails
import Foundation

/// Events that no store of this run has: what other customers' lives would bring, out of order.
final class FreshEvents {
  private let file: UnsafeMutablePointer<FILE>
  private let rail = AppStoreRail(environment: .sandbox)

  /// - Parameter path: Decoded notifications.
  init(_ path: String) throws {
    guard let file = fopen(path, "r") else { throw Failure("\(path) cannot be read") }
    self.file = file
  }

  deinit { fclose(file) }

  /// The next ones, decoded.
  func next(_ count: Int) throws -> [EventDraft] {
    var drafts: [EventDraft] = []
    drafts.reserveCapacity(count)
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while drafts.count < count {
      let length = getline(&line, &capacity, file)
      guard length > 0, let line else { throw Failure("there are no more fresh events") }
      let bytes = [UInt8](UnsafeRawBufferPointer(start: line, count: length - 1))
      for result in rail.events(in: UnverifiedPayload(bytes), vouched: true) {
        drafts.append(try result.get())
      }
    }
    return drafts
  }
}
