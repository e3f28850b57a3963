import EntstoreLMDB

/// The digest chain of a store's log, read from below: docs/format.md §3.3 and §4, written down a second time.
package struct LogLinks {
  private let engine: LMDBEnvironment

  /// Of a store that is there; shares the file with whoever has it open in this process.
  package init(_ path: String) throws {
    engine = try LMDBEnvironment(path: path, tables: ["meta", "events"], options: .init(access: .readOnly))
  }

  /// Where the log ends.
  package func head() throws -> (sequence: UInt64, link: String) {
    try engine.read { reader in
      let key = Array("head".utf8)
      guard let value = try reader.value(for: key, in: engine.table("meta")) else { return (0, "") }
      let bytes = value.bytes
      return (bytes[9..<17].reduce(0) { $0 << 8 | UInt64($1) }, Self.hexadecimal(bytes[17..<49]))
    }
  }

  /// The link of one event; that of an empty log for 0, and nil behind the end.
  package func link(of sequence: UInt64) throws -> String? {
    if sequence == 0 { return String(repeating: "00", count: 32) }
    return try engine.read { reader in
      let key = (0..<8).reversed().map { UInt8(truncatingIfNeeded: sequence >> (8 * UInt64($0))) }
      // The seal has 9 bytes, the salt 16.
      guard let value = try reader.value(for: key, in: engine.table("events")) else { return nil }
      return Self.hexadecimal(value.bytes[25..<57])
    }
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension RawSpan {
  fileprivate var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}
