import EntstoreRails
import Testing

/// JSON's readers disagree on which of two members of one name counts, so neither does here.
@Suite struct RepeatedMemberTests {
  /// A transaction with these members at its end.
  private func transaction(and members: String...) -> String {
    "\(Sample.transaction.text.dropLast()),\(members.joined(separator: ","))}"
  }

  private func repeated(_ text: String) -> String? {
    guard case .malformedJSON(_, let reason) = refusal(text), reason.contains("stands twice") else {
      return nil
    }
    return reason
  }

  @Test(arguments: ["expiresDate", #"expiresDat\u0065"#, #"\u0065xpiresDate"#])
  func `a payload that says one thing twice is refused, however its name is written`(_ name: String) {
    let text = transaction(and: "\"\(name)\": 1")
    #expect(repeated(text) == "'expiresDate' stands twice in one object, at byte \(text.utf8.count)")
    // The same value is no reason to guess which was meant.
    #expect(repeated(transaction(and: #""\#(name)":1767225600000"#)) != nil)
  }

  @Test func `it does not matter where, nor whether anybody reads it`() {
    #expect(repeated(transaction(and: #""brandNew":[0,{"a":{},"b":0,"a":1}]"#)) != nil)
    #expect(repeated(#"{"a":1,"a":1}"#) != nil)
    #expect(repeated(#"{"":1,"":1}"#) != nil)
    #expect(repeated(#"{"é":1,"é":1}"#) != nil)
    let twice = Sample.transaction.text.dropLast() + #","productId":"pro"}"#
    #expect(repeated("{\"signedPayload\": \"\(jws(String(twice)))\"}") != nil)
  }

  @Test func `what is signed may not say a thing twice either`() throws {
    var sample = Sample.transaction
    sample.members.append((name: "productId", value: quoted("pro")))
    guard
      case .malformedJSON(field: "", part: "payload", let reason) =
        failure(try Signed.text(sample), try Signed.verifier())
    else {
      Issue.record("taken")
      return
    }
    #expect(reason == "'productId' stands twice in one object, at byte \(sample.text.utf8.count)")
  }

  @Test func `of a signed text that nobody verifies, the header may not either, and is named`() {
    let text = jws(Sample.transaction.text, header: #"{"alg":"none","x5c":["MA=="],"alg":"ES256"}"#)
    #expect(repeated(text) == "in its header, 'alg' stands twice in one object, at byte 43")
  }

  @Test func `names that are alike and not the same are two, and so are the same in two objects`() {
    for members in [
      [#""abcd":1"#, #""accd":1"#], [#""a":{"x":1}"#, #""b":{"x":1}"#], [#""a":[{"x":1},{"x":1}]"#],
      [#""expiresdate":1"#], [#""a\u0000":1"#, #""a":1"#],
    ] {
      let text = "\(Sample.transaction.text.dropLast()),\(members.joined(separator: ","))}"
      #expect(outcomes(text).allSatisfy { if case .success = $0 { true } else { false } }, "\(text)")
    }
  }

  @Test(arguments: [2, 31, 32, 33, 34, 100_000])
  func `in an object of any size the last member is held to all before it`(_ count: Int) {
    // All of one length, with the same first, last and middle byte.
    var names = (0..<count).map { number in
      let digits = String(number)
      return #""a\#(String(repeating: "0", count: 6 - digits.count))\#(digits)m000000z""#
    }
    func text() -> String {
      transaction(and: #""brandNew":{\#(names.map { $0 + ":0" }.joined(separator: ","))}"#)
    }
    #expect(repeated(text()) == nil)
    names[count - 1] = names[0]
    #expect(repeated(text()) != nil)
  }
}
