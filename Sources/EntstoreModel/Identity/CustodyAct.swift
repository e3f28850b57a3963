/// Who holds a lineage, as somebody said to the store: one lineage and never a token, so that whoever buys once with somebody
/// else's token gains or moves nothing but that one purchase.
public struct CustodyAct: Hashable, Sendable {
  public var lineage: Lineage
  /// Who comes to hold it, or would.
  public var subject: Subject
  public var kind: Kind
  /// From whom it moved: who held it when a transfer or restore was made; `nil`: nobody, or not said. For a reader of the
  /// history; who holds it now never depends on it.
  public var from: Subject?
  /// Why, for a reader of the history.
  public var reason: String?

  /// `subject` submits, claims or gets `lineage`.
  public init(
    lineage: Lineage, subject: Subject, kind: Kind, from: Subject? = nil, reason: String? = nil
  ) {
    self.lineage = lineage
    self.subject = subject
    self.kind = kind
    self.from = from
    self.reason = reason
  }

  /// What was done. Raw values are stored bytes.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The app posted the transaction for the authenticated subject.
    case submit = 1
    /// The authenticated subject asked for it: "restore purchases".
    case claim = 2
    /// The backend moved it, whoever held it.
    case transfer = 3
    /// A submit or claim that disagreed, and that the restore policy let move the lineage.
    case restore = 4
    /// It opens for the subject too.
    case share = 5
    /// It does not open for the subject any more, unless they hold it.
    case unshare = 6
  }
}
