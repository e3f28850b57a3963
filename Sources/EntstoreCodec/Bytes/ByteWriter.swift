import EntstoreModel

/// Appends values to a growing run of bytes, in the forms that docs/format.md §1 names.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int = 128) {
    bytes.reserveCapacity(capacity)
  }

  package mutating func byte(_ value: UInt8) {
    bytes.append(value)
  }

  package mutating func raw(_ value: some Sequence<UInt8>) {
    bytes.append(contentsOf: value)
  }

  /// Big-endian, so that byte order is number order.
  package mutating func fixed(_ value: UInt64) {
    unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Big-endian with the sign bit turned over, so that byte order is time order, before 1970 too.
  package mutating func fixed(_ instant: Instant) {
    fixed(UInt64(bitPattern: instant.epochMilliseconds) ^ (1 << 63))
  }

  package mutating func fixed(_ digest: EventDigest) {
    fixed(digest.high)
    fixed(digest.low)
  }

  /// Seven bits a byte, lowest first, the top bit on all but the last.
  package mutating func count(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  package mutating func count(_ value: Int) {
    count(UInt64(value))
  }

  /// As a count, with the sign folded into the lowest bit.
  package mutating func signed(_ value: Int64) {
    count(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  package mutating func instant(_ value: Instant) {
    signed(value.epochMilliseconds)
  }

  package mutating func text(_ value: String) {
    count(value.utf8.count)
    bytes.append(contentsOf: value.utf8)
  }

  package mutating func identifier<Kind>(_ value: Identifier<Kind>) {
    text(value.text)
  }

  package mutating func blob(_ value: [UInt8]) {
    count(value.count)
    bytes.append(contentsOf: value)
  }
}
