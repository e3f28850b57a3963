import EntstoreDigest
import EntstoreModel

/// The digests of the parts that payloads share, of which the same few come again and again.
struct SharedDigests {
  private var known: [(bytes: [UInt8], digest: [UInt8])] = []
  /// Two chains of three certificates, and some to spare.
  private static let capacity = 8

  mutating func digest(of bytes: [UInt8]) -> [UInt8] {
    let span = unsafe bytes.span.bytes
    if let found = known.first(where: { unsafe $0.bytes.span.bytes.isEqual(to: span) }) {
      return found.digest
    }
    let digest = SHA256.digest(of: bytes)
    if known.count == Self.capacity { known.removeFirst() }
    known.append((bytes, digest))
    return digest
  }
}
