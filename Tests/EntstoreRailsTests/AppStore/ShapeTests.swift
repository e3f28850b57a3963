import EntstoreModel
import EntstoreRails
import Testing

@Suite struct ShapeTests {
  static let notification = Sample.notification.text
  static let transaction = Sample.transaction.text

  @Test func `a notification is the same event in every wrapping`() throws {
    let signed = jws(Self.notification)
    let bodies = [
      signed, "  \(signed)\r\n", quoted(signed), "{\"signedPayload\": \"\(signed)\"}",
      "[\"\(signed)\"]", "[{\"signedPayload\": \"\(signed)\"}]",
      "{\"notificationHistory\": [{\"sendAttempts\": [], \"signedPayload\": \"\(signed)\"}]}",
    ]
    for body in bodies {
      let event = try draft(body)
      #expect(event == (try draft(signed)))
      #expect(event.payload == Array(signed.utf8))
      #expect(event.id.text == "b7a4")
    }
  }

  @Test func `a transaction is the same event in every wrapping`() throws {
    let signed = jws(Self.transaction)
    let first = try draft(signed)
    #expect(first.label == EventLabel(type: "TRANSACTION"))
    #expect(first.signedAt.epochMilliseconds == Sample.bought + 5_000)
    for body in [
      "{\"signedTransactionInfo\": \"\(signed)\"}",
      "{\"revision\": \"r\", \"bundleId\": \"org.example.notes\", \"signedTransactions\": [\"\(signed)\"]}",
      "{\"environment\": \"Production\", \"signedTransactions\": [\"\(signed)\"]}",
    ] {
      #expect(try draft(body) == first)
    }
  }

  @Test func `a decoded notification may have signed and decoded parts`() throws {
    let whole = try draft(Self.notification)
    let data = Sample.data.with("signedTransactionInfo", quoted(jws(Self.transaction)))
      .with("signedRenewalInfo", quoted(jws(Sample.renewal.text)))
    #expect(try draft(Sample.notification.with("data", data.text).text).facts == whole.facts)
    #expect(whole.raw == [.inline(Array(Self.notification.utf8))])
    #expect(whole.provenance == .vouched)
  }

  @Test func `a status item has the newer clock of its two parts`() throws {
    let item = Sample(members: [
      ("status", "4"), ("originalTransactionId", "\"70\""),
      ("signedTransactionInfo", quoted(jws(Self.transaction))),
      ("signedRenewalInfo", quoted(jws(Sample.renewal.text))),
    ])
    let response = """
      {"environment": "Production", "bundleId": "org.example.notes", "data": [
        {"lastTransactions": [\(item.text), \(item.with("status", "9").text)]},
        {"subscriptionGroupIdentifier": "2", "lastTransactions": []}]}
      """
    let events = drafts(response)
    #expect(events.count == 2)
    #expect(events[0].label == EventLabel(type: "STATUS"))
    #expect(events[0].signedAt.epochMilliseconds == Sample.bought + 6_000)
    #expect(events[0].facts[0].purchase?.clock.epochMilliseconds == Sample.bought + 5_000)
    #expect(events[0].facts[0].status == .grace)
    #expect(events[1].facts[0].status == nil)
    #expect(events[0].payload == Array(item.text.utf8))
  }

  @Test func `a transaction and its renewal info may be submitted together, decoded or signed`() throws {
    let pair = Sample(members: [
      ("signedTransactionInfo", Self.transaction), ("signedRenewalInfo", Sample.renewal.text),
    ])
    let event = try draft(pair.text)
    #expect(event.facts[0].purchase != nil)
    #expect(event.facts[0].renewal?.nextProduct?.text == "notes.yearly")
    let signed = pair.with("signedTransactionInfo", quoted(jws(Self.transaction)))
    #expect(try draft(signed.text).facts == event.facts)
  }

  @Test func `a list states all its events in order, and a bad one costs no other`() {
    let later = Sample.notification.with("notificationUUID", "\"b7a5\"").text
    let found = outcomes("[\(Self.notification), {\"x\": 1}, \(later), \(Self.transaction), 7]")
    #expect(found.count == 5)
    #expect((try? found[0].get())?.id.text == "b7a4")
    #expect((try? found[2].get())?.id.text == "b7a5")
    #expect((try? found[3].get())?.label.type == "TRANSACTION")
    for place in [1, 4] {
      guard case .failure(.unknownShape(let field, _)) = found[place] else {
        Issue.record("\(found[place])")
        continue
      }
      #expect(field == "[\(place)]")
    }
  }

  @Test(arguments: ["[]", "{\"notificationHistory\": []}", "{\"signedTransactions\": []}", "{\"data\": []}"])
  func `an empty list states nothing`(payload: String) {
    #expect(outcomes(payload).isEmpty)
  }

  @Test func `an event without a name of its own is named after what it says`() throws {
    let first = try draft(Self.transaction)
    #expect(first.id.text.count == 64)
    let reordered = Sample(members: Sample.transaction.members.reversed())
    let spaced = "{\n" + reordered.text.dropFirst().replacing(", ", with: " ,\n\t")
    #expect(try draft(spaced).id == first.id)
    #expect(try draft("[\(spaced)]").id == first.id)
    #expect(try draft("{\"signedTransactionInfo\": \(spaced)}").id == first.id)
    #expect(try draft(Sample.transaction.with("quantity", "2").text).id != first.id)
    #expect(try draft(Sample.notification.without("notificationUUID").text).id.text.count == 64)
  }
}
