import EntstoreCodec

/// The settings that the log has last set: what a rebuild restores and `verify` compares with.
struct LoggedSettings {
  private(set) var catalog: Catalog?
  private(set) var policy: Policy?
  private(set) var identity: IdentityPolicy?

  /// - Precondition: Acts come in the order of the log.
  mutating func apply(_ act: Act) {
    switch act {
    case .catalog(let latest): catalog = latest
    case .policy(let latest): policy = latest
    case .identity(let latest): identity = latest
    case .account, .custody, .grant, .grantRevoked, .erasure: break
    }
  }

  /// What stands in `meta`, by key; `nil`: nothing does.
  var stored: [(name: String, key: [UInt8], payload: [UInt8]?)] {
    [
      ("catalog", MetaKey.catalog, catalog?.encoded()), ("policy", MetaKey.policy, policy?.encoded()),
      ("identity policy", MetaKey.identity, identity?.encoded()),
    ]
  }

  var context: FoldContext { FoldContext(policy: policy ?? .standard, catalog: catalog ?? Catalog()) }
}
