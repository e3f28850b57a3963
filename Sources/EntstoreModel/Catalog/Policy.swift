/// The business decisions in the rules: each names who is let through, and until when.
public struct Policy: Hashable, Sendable {
  /// Past the end of a period whose renewal is expected and not heard of. Lets through: who has paid, with auto-renew on or
  /// unknown, and nothing heard since. One failed delivery: the store's first retry comes after an hour.
  public var renewalLeeway: TimeSpan
  /// Past an EXPIRED that came in time. Lets through: who may have renewed seconds later, in either order.
  public var soak: TimeSpan
  /// The grace period where the store says "grace" and names no date.
  public var graceFallback: TimeSpan
  /// How long before the end of a period a renewal may be charged.
  public var earlyCharge: TimeSpan
  /// How long the store keeps trying to charge, from the end of what was paid. Names the wait; opens nothing.
  public var retryWindow: TimeSpan

  /// The defaults, changed where named.
  public init(
    renewalLeeway: TimeSpan = .hours(2), soak: TimeSpan = .seconds(90),
    graceFallback: TimeSpan = .days(6), earlyCharge: TimeSpan = .hours(24),
    retryWindow: TimeSpan = .days(60)
  ) {
    self.renewalLeeway = renewalLeeway
    self.soak = soak
    self.graceFallback = graceFallback
    self.earlyCharge = earlyCharge
    self.retryWindow = retryWindow
  }

  /// The defaults.
  public static let standard = Policy()
}
