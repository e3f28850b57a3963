import Entstore
import Foundation
import Testing
import TortureSupport

@Suite(.enabled(if: Torture.canPreload, Comment(rawValue: Torture.why)))
struct ImportKillTests {
  private static let events = 40

  /// A decoded notification of one of a few customers.
  private static func line(_ number: Int) -> String {
    let lineage = 2_000 + number % 7
    let day = 1_767_225_600_000 + number * 86_400_000
    return
      #"{"notificationType": "DID_RENEW", "signedDate": \#(day), "notificationUUID": "n-\#(number)", "data": "#
      + #"{"bundleId": "app", "environment": "Production", "signedTransactionInfo": {"originalTransactionId": "\#(lineage)", "#
      + #""transactionId": "\#(number)", "webOrderLineItemId": "\#(number)", "productId": "pro", "#
      + #""type": "Auto-Renewable Subscription", "purchaseDate": \#(day), "expiresDate": \#(day + 2_592_000_000), "#
      + #""appAccountToken": "subject-\#(lineage)", "environment": "Production", "signedDate": \#(day)}}}"#
  }

  @Test func `an import that dies at any one call has taken all or nothing, and can be run again`() throws {
    let (arena, input) = (try Arena(), try Arena())
    let file = input.path + "/events.ndjson"
    try Data((0..<Self.events).map { Self.line($0) + "\n" }.joined().utf8).write(
      to: URL(fileURLWithPath: file))
    let words = ["import", "--store", arena.store, "--unsigned", file]
    let calls = try arena.record(arena.start("entstore", words, isRecorded: true))
    var kills = 0
    for kind in [Call.Kind.write, .sync, .name] {
      for call in 1...calls.count(where: { $0.kind == kind }) {
        try arena.empty()
        let child = try arena.start("entstore", words, fault: Fault(kind: kind, call: call, action: .kill))
        #expect(child.finish() == -SIGKILL)
        kills += 1
        var judge = Judge()
        judge.beyond = [0, UInt64(Self.events)]
        #expect(judge.faults(of: arena.store) == [], "\(kind) \(call)")

        let again = try arena.start("entstore", words + ["--json"])
        let taken = judge.length == UInt64(Self.events) ? 0 : Self.events
        #expect(
          again.lines() == [
            #"{"read": \#(Self.events), "applied": \#(taken), "recorded": 0, "duplicates": \#(Self.events - taken), "refused": 0, "submission": null}"#
          ], "\(kind) \(call)")
      }
    }
    print("kills: \(kills) imports")
  }
}
