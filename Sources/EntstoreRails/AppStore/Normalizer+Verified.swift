import EntstoreModel

extension Normalizer {
  /// The event of a payload that passed a verifier.
  func draft(of verified: VerifiedPayload, at place: Place) throws(Refusal) -> EventDraft {
    if verified.kind == .notification {
      return try draft(
        ofNotification: verified.object, verified.parts, signed: verified.bytes,
        provenance: .verified, at: place)
    }
    return try draft(
      ofTransaction: verified.object, signed: verified.bytes, provenance: .verified, at: place)
  }
}
