import EntstoreCodec
import EntstoreModel
import Testing

@Suite struct GoldenTests {
  @Test(arguments: GoldenRecord.all)
  func `a record is written as these bytes`(record: GoldenRecord) {
    #expect(spelled(record.encoded) == spelled(record.bytes))
  }

  @Test(arguments: GoldenRecord.all)
  func `these bytes are read as the record`(record: GoldenRecord) throws {
    #expect(try record.isReadBack())
  }

  @Test func `no two records are the same bytes of the same kind`() {
    for records in [
      GoldenRecord.timelines, GoldenRecord.events, GoldenRecord.lineages, GoldenRecord.rows,
      GoldenRecord.acts, GoldenRecord.identities, GoldenRecord.identityActs,
    ] {
      #expect(Set(records.map(\.bytes)).count == records.count)
    }
  }

  @Test func `every case of a stored enum has its byte`() {
    #expect(Rail.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect([Rail.local, .appStore, .stripe, .playStore, .grant].map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect([StoreEnvironment.production, .sandbox].map(\.rawValue) == [1, 2])
    #expect([Ownership.purchased, .familyShared, .granted].map(\.rawValue) == [1, 2, 3])
    #expect([Provenance.verified, .vouched, .local].map(\.rawValue) == [1, 2, 3])
    let kinds: [ProductKindOfSale] = [.autoRenewable, .nonConsumable, .consumable, .nonRenewing, .unknown]
    #expect(kinds.map(\.rawValue) == [1, 2, 3, 4, 5])
    let statuses: [StoreStatus] = [.active, .expired, .billingRetry, .grace, .revoked, .paused, .pending]
    #expect(statuses.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7])
    let expiries: [ExpiryReason] = [.voluntary, .billing, .priceIncrease, .productUnavailable, .other]
    #expect(expiries.map(\.rawValue) == [1, 2, 3, 4, 5])
    let access: [AccessStatus] = [
      .none, .active, .grace, .billingRetry, .paused, .pending, .expired, .refunded, .revoked,
    ]
    #expect(access.map(\.rawValue) == Array(0...8))
    let reasons: [AccessReason] = [
      .none, .paid, .lifetime, .grace, .soak, .awaitingRenewal, .billingRetry, .voluntary, .billing,
      .priceIncrease, .productUnavailable, .lapsed, .refunded, .familyRevoked, .other,
    ]
    #expect(reasons.map(\.rawValue) == Array(0...14))
    #expect(kinds.count == ProductKindOfSale.allCases.count)
    #expect(statuses.count == StoreStatus.allCases.count)
    #expect(expiries.count == ExpiryReason.allCases.count)
    #expect(access.count == AccessStatus.allCases.count)
    #expect(reasons.count == AccessReason.allCases.count)
    let refusals: [RefusalKind] = [
      .wrongEnvironment, .wrongApp, .notVerified, .unsigned, .implausibleDate, .malformed, .other,
    ]
    #expect(refusals.map(\.rawValue) == Array(1...7))
    #expect(refusals.count == RefusalKind.allCases.count)
    #expect(StoreEnvironment.allCases.count == 2)
    #expect(Ownership.allCases.count == 3)
    let evidence: [OwnerEvidence] = [.none, .unknownToken, .knownToken, .act, .familyMember]
    #expect(evidence.map(\.rawValue) == Array(0...4))
    #expect(evidence.count == OwnerEvidence.allCases.count)
    let custody: [CustodyKind] = [.submit, .claim, .transfer, .restore, .share, .unshare, .grant]
    #expect(custody.map(\.rawValue) == Array(1...7))
    #expect(custody.count == CustodyKind.allCases.count)
    #expect(
      CustodyAct.Kind.allCases.map { CustodyKind($0).rawValue } == CustodyAct.Kind.allCases.map(\.rawValue))
    #expect([RestorePolicy.keep, .transfer, .transferIfLapsed].map(\.rawValue) == [1, 2, 3])
    #expect(RestorePolicy.allCases.count == 3)
    #expect(Provenance.allCases.count == 3)
  }
}
