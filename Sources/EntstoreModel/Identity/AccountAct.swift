/// A token is made known: it stands for a subject from here on.
public struct AccountAct: Hashable, Sendable {
  public var token: AccountToken
  public var subject: Subject
  /// The store made the token itself; otherwise the backend did, and said so.
  public var isMinted: Bool

  /// `token` stands for `subject`.
  public init(token: AccountToken, subject: Subject, isMinted: Bool) {
    self.token = token
    self.subject = subject
    self.isMinted = isMinted
  }
}

/// Whom a known token stands for, and since which place in the log.
package struct Account: Hashable, Sendable {
  package var subject: Subject
  package var since: UInt64

  package init(subject: Subject, since: UInt64) {
    self.subject = subject
    self.since = since
  }
}
