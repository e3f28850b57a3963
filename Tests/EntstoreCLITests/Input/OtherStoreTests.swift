import Testing

private let stripe = "it is a Stripe event; only what the App Store sends is understood"
private let play = "it is a notification of Google Play; only what the App Store sends is understood"

@Test(arguments: [
  (
    #"{"id": "evt_1", "object": "event", "type": "customer.subscription.updated", "data": {"object": {}}}"#,
    stripe
  ),
  (#"{"id": "evt_1", "object": "event", "type": "invoice.paid"}"#, stripe),
  (
    #"{"message": {"data": "eyJ9", "messageId": "1"}, "subscription": "projects/p/subscriptions/s"}"#, play
  ),
  (
    #"{"version": "1.0", "packageName": "com.example", "eventTimeMillis": "1767225600000", "#
      + #""subscriptionNotification": {"notificationType": 4, "purchaseToken": "t"}}"#, play
  ),
  (#"{"version": "1.0", "packageName": "com.example", "testNotification": {"version": "1.0"}}"#, play),
])
func `what another store sends is called by its name`(_ line: String, _ reason: String) throws {
  let folder = try TestFolder()
  for trust in ["--unsigned", "--app com.example"] {
    let result = try folder.run("import --store s \(trust) -", input: line + "\n")
    #expect(result.code == 65)
    #expect(result.messages.hasPrefix("standard input:1: \(reason)\n"), "\(result.messages)")
  }
  let list = try folder.run("import --store s --unsigned -", input: "[\(line)]\n")
  #expect(list.messages.hasPrefix("standard input:1: [0]: \(reason)\n"), "\(list.messages)")
}
