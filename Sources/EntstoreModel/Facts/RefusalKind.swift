/// Why input was refused, in kinds that are counted. Raw values are stored bytes.
public enum RefusalKind: UInt8, Hashable, Sendable, CaseIterable {
  /// It belongs to another environment than the store's.
  case wrongEnvironment = 1
  /// It is of an app that is not among the store's.
  case wrongApp = 2
  /// It is signed, and the signature does not make it the store's word.
  case notVerified = 3
  /// It carries no signature, and nobody vouches for it.
  case unsigned = 4
  /// It has a date that no store event can have.
  case implausibleDate = 5
  /// It is not readable, or lacks what an event cannot do without.
  case malformed = 6
  /// Anything else.
  case other = 7
}
