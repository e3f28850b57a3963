/// A verdict in the hands of a surface that cannot ask the store, with the highest instant that it has seen.
///
/// Keep ``kept`` where the surface keeps what is its own (a keychain, a file of the app group), and write it again after
/// questions: the instant moves forward with them.
public struct HeldVerdict: Hashable, Sendable {
  public private(set) var verdict: Verdict
  /// The highest instant seen since this verdict was issued; never before its issue. Time does not run back behind it.
  public private(set) var highest: Instant
  private var text: String

  /// Reads a signed text, as ``Verdict/init(_:for:in:isSigned:)`` does.
  public init(
    _ text: String, for subject: Subject, in environment: StoreEnvironment = .production,
    isSigned: (_ message: [UInt8], _ signature: [UInt8]) -> Bool
  ) throws(VerdictError) {
    verdict = try Verdict(text, for: subject, in: environment, isSigned: isSigned)
    highest = verdict.issuedAt
    self.text = text
  }

  /// Reads what was kept, and checks its signature again. The signature does not cover the instant: who can write where it is
  /// kept can set it back, though not behind the issue.
  public init(
    kept: String, for subject: Subject, in environment: StoreEnvironment = .production,
    isSigned: (_ message: [UInt8], _ signature: [UInt8]) -> Bool
  ) throws(VerdictError) {
    let parts = kept.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .malformed }
    var reader = CanonicalReader(Array(parts[0].utf8), part: .mark)
    let seen = try reader.instant()
    try reader.expectEnd()
    try self.init(String(parts[1]), for: subject, in: environment, isSigned: isSigned)
    highest = max(seen, verdict.issuedAt)
  }

  /// The highest instant and the signed text, to be kept and handed to ``init(kept:for:in:isSigned:)``.
  public var kept: String { "\(highest.epochMilliseconds) \(text)" }

  /// May the subject use what `key` names, by ``Verdict/access(to:at:)`` at the highest instant seen?
  ///
  /// - Parameter clock: What the device's clock shows. If it was set back, time stands still until it has caught up.
  public mutating func access(to key: EntitlementKey, at clock: Instant) -> Access {
    highest = max(highest, clock)
    return verdict.access(to: key, at: highest)
  }

  /// Whether it is time to ask the store for another verdict. Until one comes, this one answers.
  public mutating func isDue(at clock: Instant) -> Bool {
    highest = max(highest, clock)
    return highest >= verdict.askAgainAt
  }

  /// Takes another verdict of the same subject in place of the one held, if it is genuine and no older.
  ///
  /// Time is counted from its issue: the store has said what time it was, so a clock that once ran ahead closes nothing for good.
  ///
  /// - Throws: ``VerdictError``: the one that is held goes on holding.
  public mutating func take(
    _ text: String, isSigned: (_ message: [UInt8], _ signature: [UInt8]) -> Bool
  ) throws(VerdictError) {
    let other = try Verdict(text, for: verdict.subject, in: verdict.environment, isSigned: isSigned)
    guard other.issuedAt >= verdict.issuedAt else { throw .older(issuedAt: other.issuedAt) }
    // The same verdict again is nothing that the store has said since.
    highest = other.issuedAt == verdict.issuedAt ? highest : other.issuedAt
    verdict = other
    self.text = text
  }
}
