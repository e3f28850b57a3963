import EntstoreDigest
import EntstoreModel

extension EventDraft {
  /// Where it stands, by the rule of docs/format.md rather than by the store's word.
  var place: EventPosition {
    let digest = SHA256.digest(of: [rail.rawValue] + Array(id.text.utf8))
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return EventPosition(
      signedAt: signedAt, rank: rank,
      digest: EventDigest(high: word(digest[0..<8]), low: word(digest[8..<16])))
  }
}
