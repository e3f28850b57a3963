import Entstore
import EntstoreRails

extension Bench {
  /// The lines of an export.
  func lines() throws -> [String] { try Self.lines(of: store) }

  static func lines(of store: EntitlementStore) throws -> [String] {
    try store.read { snapshot in
      var lines: [String] = []
      try snapshot.forEachEvent {
        lines.append(String(decoding: try ExchangeLine.line(for: $0), as: UTF8.self))
      }
      return lines
    }
  }

  /// Takes lines of an export.
  @discardableResult
  func take(_ lines: [String]) throws -> [Receipt] {
    try store.write { transaction in try lines.map { try transaction.take($0) } }
  }
}

extension StoreTransaction {
  /// Takes a line of an export.
  @discardableResult
  mutating func take(_ line: String) throws -> Receipt {
    switch try ExchangeLine.event(in: Array(line.utf8)) {
    case .event(let draft): try append(draft)
    case .erased(let erased): try append(erased)
    }
  }
}
