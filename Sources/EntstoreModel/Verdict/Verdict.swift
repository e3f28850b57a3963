/// What a surface that cannot ask the store holds instead: one subject's keys with their schedules, as of one instant.
///
/// It answers by itself, from dates alone. The store makes it (`EntitlementStore.verdict(for:)`), its maker signs it
/// (``signed(keyID:by:)``), and whoever holds it reads it back with no more than a public key (``init(_:for:in:isSigned:)``).
///
/// Source: docs/offline.md.
public struct Verdict: Hashable, Sendable {
  public let subject: Subject
  /// Which of a store's two worlds it speaks of.
  public let environment: StoreEnvironment
  /// When the store gave it, by the store's clock. It says nothing of any instant before.
  public let issuedAt: Instant
  /// When to ask for another one: where the first answer changes, and at the latest ``OfflinePolicy/asksWithin`` after its issue.
  public let askAgainAt: Instant
  /// Whether anything was ever paid for this subject that was not given back. A trial and a gift are not paid for.
  public let hasEverPaid: Bool
  /// What happens where the store cannot be asked.
  public let offline: OfflinePolicy
  /// The keys that something opens, or last opened.
  public let keys: [EntitlementKey: KeySchedule]

  /// What is known of `subject` at `issuedAt`.
  ///
  /// - Parameter keys: Schedules that hold from `issuedAt` on.
  package init(
    subject: Subject, environment: StoreEnvironment, issuedAt: Instant, hasEverPaid: Bool,
    offline: OfflinePolicy, keys: [EntitlementKey: KeySchedule]
  ) {
    let changes = keys.values.flatMap { $0.stretches.compactMap(\.until) }
    self.init(
      subject: subject, environment: environment, issuedAt: issuedAt,
      askAgainAt: changes.reduce(issuedAt.advanced(by: offline.asksWithin), min), hasEverPaid: hasEverPaid,
      offline: offline, keys: keys)
  }

  init(
    subject: Subject, environment: StoreEnvironment, issuedAt: Instant, askAgainAt: Instant,
    hasEverPaid: Bool,
    offline: OfflinePolicy, keys: [EntitlementKey: KeySchedule]
  ) {
    self.subject = subject
    self.environment = environment
    self.issuedAt = issuedAt
    self.askAgainAt = askAgainAt
    self.hasEverPaid = hasEverPaid
    self.offline = offline
    self.keys = keys
  }

  /// May the subject use what `key` names at `instant`, and until when?
  ///
  /// By the schedule or, past the end of what it opens, by ``offline``: then the answer is active, awaiting a renewal, and
  /// ends at the bound. Ask the store first once ``askAgainAt`` has come; this is for when it does not answer.
  ///
  /// - Parameter instant: The holder's clock. Before ``issuedAt`` it counts as that: a clock set back gains nothing.
  ///   ``HeldVerdict`` keeps the highest instant seen, too.
  /// - Returns: ``Access/none`` for a key that the verdict does not name. `entitledUntil` is the schedule's end as long as
  ///   that lasts: the extension is not promised before it is used.
  /// - Complexity: O(*s*) for the *s* stretches of the key, of which there are a handful.
  public func access(to key: EntitlementKey, at instant: Instant) -> Access {
    guard let schedule = keys[key] else { return .none }
    let now = max(instant, issuedAt)
    let access = schedule.access(at: now)
    if access.isEntitled { return access }
    return schedule.extended(by: offline, hasEverPaid: hasEverPaid).access(at: now)
  }

  /// Whether `key` is open at `instant` by ``offline`` alone: its schedule has ended.
  public func isExtended(_ key: EntitlementKey, at instant: Instant) -> Bool {
    let isOpenBySchedule = keys[key]?.access(at: max(instant, issuedAt)).isEntitled ?? false
    return !isOpenBySchedule && access(to: key, at: instant).isEntitled
  }
}
