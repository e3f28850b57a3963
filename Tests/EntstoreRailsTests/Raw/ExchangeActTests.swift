import EntstoreModel
import EntstoreRails
import Testing

struct ExchangeActTests {
  private func line(_ act: String) -> [UInt8] {
    let head = #"{"entstore":1,"rail":"local","id":"x","signedAt":1767225600000,"rank":0,"type":"ACT","#
    return Array((head + #""environment":"production","provenance":"local","act":\#(act)}"#).utf8)
  }

  private let claim = #""custody":{"kind":"claim","lineage":"1","subject":"ann"}"#
  private let account = #""account":{"token":"t","subject":"ann","isMinted":false}"#

  @Test func `an act is what its one member says`() throws {
    guard case .event(let draft) = try ExchangeLine.event(in: line("{\(claim)}")) else {
      Issue.record("no event")
      return
    }
    #expect(draft.act == .custody(CustodyAct(lineage: "1", subject: "ann", kind: .claim)))
  }

  @Test func `of two acts in one line neither is taken`() {
    #expect(throws: ExchangeError.member("act", reason: "states 2 acts; a line holds one")) {
      try ExchangeLine.event(in: line("{\(claim),\(account)}"))
    }
  }

  @Test(arguments: ["{}", #"{"seizure":{"lineage":"1"}}"#])
  func `an act that is not known is refused`(act: String) {
    #expect(throws: ExchangeError.member("act", reason: "is none that this version knows")) {
      try ExchangeLine.event(in: line(act))
    }
  }
}
