/// What happens where the store cannot be asked: who stays open, and until when.
///
/// It stands in every verdict and is signed with it, so the holder cannot choose it. docs/offline.md has it as a table.
public struct OfflinePolicy: Hashable, Sendable {
  /// How far access goes past the end of what a verdict's schedule opens. Lets through: who has ever paid and was open when
  /// the verdict was issued, or later by its schedule; a renewal may not have been heard. Until: that end plus this.
  public let extendsBy: TimeSpan
  /// How long after its issue, at the latest, a holder asks for another verdict. Opens and closes nothing.
  public let asksWithin: TimeSpan

  /// The defaults, changed where named.
  ///
  /// - Precondition: `extendsBy` is not negative, and `asksWithin` is above zero.
  public init(extendsBy: TimeSpan = .days(7), asksWithin: TimeSpan = .hours(24)) {
    precondition(extendsBy.milliseconds >= 0, "an extension does not run backwards")
    precondition(asksWithin.milliseconds > 0, "a holder asks again after the verdict was issued")
    self.extendsBy = extendsBy
    self.asksWithin = asksWithin
  }

  /// The defaults: seven days and one day.
  public static let standard = OfflinePolicy()

  /// Until when access goes on that ends at `end` by the schedule; `end` itself: not at all.
  ///
  /// - Parameter next: What the schedule says from `end` on.
  func bound(past end: Instant, next: AccessStatus, hasEverPaid: Bool) -> Instant {
    // Who has never paid has a trial or a gift: it ends by its own dates.
    guard hasEverPaid else { return end }
    switch next {
    // The end may be a renewal that was not heard. Pending is another lineage, which is still to open: no open one becomes it.
    case .expired, .billingRetry, .pending: return end.advanced(by: extendsBy)
    // The store has said that it ends then: taken back, paused, or left for another plan.
    case .refunded, .revoked, .paused, .none: return end
    // Open by the schedule itself.
    case .active, .grace: return end
    }
  }
}
