import EntstoreModel
import EntstoreRails
import Testing

struct MisnamedPartsTests {
  private func outcomes(_ notification: Sample) -> [Result<EventDraft, Refusal>] {
    AppStoreRail(environment: .production)
      .events(in: UnverifiedPayload(Array(notification.text.utf8)), vouched: true)
  }

  @Test(arguments: ["SUBSCRIBED", "DID_RENEW", "EXPIRED", "REFUND", "REVOKE", "ONE_TIME_CHARGE"])
  func `a notification about a purchase whose parts stand under other names is refused`(_ type: String) {
    let misnamed = Sample.notification(transaction: nil, renewal: nil) {
      $0.with("transactionInfo", Sample.transaction.text)
    }
    let outcome = outcomes(misnamed.with("notificationType", "\"\(type)\""))
    #expect(outcome == [.failure(.missing(field: "data.signedTransactionInfo"))])
  }

  @Test(arguments: ["TEST", "METADATA_UPDATE", "SOMETHING_NEW"])
  func `a notification that needs no purchase is kept without one`(_ type: String) throws {
    let bare = Sample.notification(transaction: nil, renewal: nil).with("notificationType", "\"\(type)\"")
    let draft = try #require(outcomes(bare).first).get()
    #expect(draft.facts.isEmpty)
  }
}
