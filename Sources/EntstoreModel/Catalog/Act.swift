/// What the store's owner decided: an event in the log like any other, counted in the order of the log.
public enum Act: Hashable, Sendable {
  /// The catalog from here on.
  case catalog(Catalog)
  /// The policy from here on.
  case policy(Policy)
}
