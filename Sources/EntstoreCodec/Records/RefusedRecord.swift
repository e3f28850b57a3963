import EntstoreModel

/// How much input was refused, by kind. docs/format.md §4, `refused`.
package struct RefusedRecord: Hashable, Sendable {
  /// Kinds of which there were none are left out.
  package private(set) var counts: [RefusalKind: UInt64] = [:]

  /// Nothing was refused.
  package init() {}

  /// Counts `added` more of `kind`; a count that would not fit stays the greatest.
  package mutating func add(_ added: UInt64, of kind: RefusalKind) {
    guard added > 0 else { return }
    let (sum, isTooMany) = counts[kind, default: 0].addingReportingOverflow(added)
    counts[kind] = isTooMany ? .max : sum
  }

  /// In the order of the kinds' raw values, so that equal counts are equal bytes.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 16)
    writer.count(counts.count)
    for (kind, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      writer.byte(kind.rawValue)
      writer.count(count)
    }
    return writer.bytes
  }

  package init(_ bytes: RawSpan) throws(CodecError) {
    var reader = ByteReader(bytes)
    var last: UInt8 = 0
    for _ in 0..<(try reader.length("refusal kinds")) {
      let kind = try reader.choice("refusal kind", of: RefusalKind.self)
      let count = try reader.count("refused")
      if kind.rawValue <= last { throw .invalid(field: "refusal kind") }
      if count == 0 { throw .invalid(field: "refused") }
      last = kind.rawValue
      counts[kind] = count
    }
    try reader.finish()
  }
}
