/// By what right events are taken out of a payload.
enum Admission {
  /// By none: every event is refused, with what it would take.
  case nothing
  /// The caller answers for where the payload came from.
  case vouched
  /// Each event has to pass the verifier.
  case verified(AppStoreVerifier)
}
