import EntstoreCodec
import EntstoreModel

extension RandomModel {
  mutating func act() -> Act {
    switch byte() % 8 {
    case 0: .catalog(catalog())
    case 1: .policy(policy())
    case 2: .identity(identityPolicy())
    case 3: .account(AccountAct(token: name(), subject: name(), isMinted: flag()))
    case 4:
      .custody(
        CustodyAct(
          lineage: name(), subject: name(), kind: choice(), from: maybe { $0.name() }, reason: reason()))
    case 5:
      .grant(
        Grant(
          lineage: name(), subject: name(), key: name(), from: instant(), until: maybe { $0.instant() },
          isTrial: flag(), reason: reason()))
    case 6: .erasure(erasure())
    default: .grantRevoked(GrantRevocation(lineage: name(), at: instant(), reason: reason()))
    }
  }

  private mutating func erasure() -> Erasure {
    Erasure(
      erased: Set(upTo(3) { $0.position() }).sorted(),
      redacted: Set(upTo(3) { $0.position() }).sorted().map { position in
        var redaction = Redaction(position: position, changes: upTo(4) { $0.change() })
        redaction.remainder = flag() ? [] : bytes(32)
        return redaction
      }, reason: reason())
  }

  private mutating func change() -> Redaction.Change {
    switch byte() % 4 {
    case 0: .dropped(at: Int(byte()), of: Int(byte()))
    case 1: .token(at: Int(byte()), name())
    case 2: .subject(name())
    default: .from(name())
    }
  }

  mutating func identityPolicy() -> IdentityPolicy {
    IdentityPolicy(restore: choice(), knownTokensOnly: flag())
  }

  mutating func account() -> Account {
    Account(subject: name(), since: number())
  }

  mutating func refused() -> RefusedRecord {
    var record = RefusedRecord()
    for kind: RefusalKind in upTo(9, { $0.choice() }) { record.add(number(), of: kind) }
    return record
  }

  mutating func lineage() -> LineageRecord {
    let evidence: OwnerEvidence = choice()
    let members = Set(upTo(3) { random -> Subject in random.name() })
    return LineageRecord(
      Holding(
        owner: evidence == .none ? nil : name(), evidence: evidence, members: members.sorted(),
        conflicts: upTo(3) {
          CustodyConflict(subject: $0.name(), kind: $0.choice(), sequence: $0.number())
        }, otherTokens: upTo(4) { $0.name() }),
      hasRow: flag())
  }

  /// A reason is never empty.
  private mutating func reason() -> String? {
    maybe { $0.text() }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
