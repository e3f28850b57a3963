/// What the store's owner decided: an event in the log like any other, counted in the order of the log.
public enum Act: Hashable, Sendable {
  /// The catalog from here on.
  case catalog(Catalog)
  /// The policy from here on.
  case policy(Policy)
  /// How the store finds out whose a purchase is, from here on.
  case identity(IdentityPolicy)
  /// A token stands for a subject.
  case account(AccountAct)
  /// Somebody comes to hold a lineage, shares it, or asked for it.
  case custody(CustodyAct)
  /// Access that no store sold.
  case grant(Grant)
  /// A grant is taken back.
  case grantRevoked(GrantRevocation)
  /// A person was erased.
  case erasure(Erasure)
}
