import Entstore

extension EntitlementKey {
  static let monthly: EntitlementKey = "com.example.pro.monthly"
}

extension Bench {
  func owner(_ lineage: Lineage = "1000") throws -> Subject? {
    try store.read { try $0.holder(of: lineage)?.owner }
  }

  func evidence(_ lineage: Lineage = "1000") throws -> OwnerEvidence? {
    try store.read { try $0.holder(of: lineage)?.evidence }
  }

  func members(_ lineage: Lineage = "1000") throws -> [Subject]? {
    try store.read { try $0.holder(of: lineage)?.members }
  }

  func isEntitled(_ subject: Subject, to key: EntitlementKey = .monthly) throws -> Bool {
    try store.access(of: subject, to: key).isEntitled
  }

  /// Those of `subjects` for whom it opens, from one snapshot.
  func entitled(of subjects: Subject..., to key: EntitlementKey = .monthly) throws -> [Subject] {
    try store.read { snapshot in
      try subjects.filter { try snapshot.access(of: $0, to: key).isEntitled }
    }
  }

  /// Who asked for a lineage and did not get it, and which tokens disagree, each with its subject.
  func conflicts(_ lineage: Lineage = "1000") throws -> [String] {
    try store.read { try $0.conflicts(of: lineage).map(\.inWords) }
  }

  func unbound() throws -> [Lineage] {
    try store.read { snapshot in
      var lineages: [Lineage] = []
      try snapshot.forEachUnbound { lineages.append($0.lineage) }
      return lineages
    }
  }

  func log() throws -> [LoggedEvent] {
    try store.read { snapshot in
      var log: [LoggedEvent] = []
      try snapshot.forEachEvent { log.append($0) }
      return log
    }
  }

  func setIdentity(_ restore: RestorePolicy = .keep, knownTokensOnly: Bool = false) throws {
    try store.write {
      _ = try $0.setIdentityPolicy(IdentityPolicy(restore: restore, knownTokensOnly: knownTokensOnly))
    }
  }

  func map(_ token: AccountToken, _ subject: Subject) throws {
    try store.mapToken(token, to: subject)
  }

  /// Every value of every table but the count of what was refused.
  func everythingTaken() throws -> [String: [StoreFile.Entry]] {
    var tables = try everything()
    tables["meta"]?.removeAll { $0.key == Array("refused".utf8) }
    return tables
  }

  /// Tables of which nothing but what was said and done can be the reason; sequences and salts are left out.
  func derived(_ tables: String...) throws -> [String: [StoreFile.Entry]] {
    let file = try file()
    var found: [String: [StoreFile.Entry]] = [:]
    for table in tables { found[table] = try file.entries(table) }
    return found
  }
}

extension HolderConflict {
  var inWords: String {
    switch cause {
    case .asked(let subject, _): "\(subject) asked"
    case .token(let token, let subject): "token \(token) of \(subject)"
    }
  }
}
