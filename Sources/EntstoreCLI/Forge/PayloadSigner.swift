import EntstoreRails

/// Makes of decoded payloads what a store would send: signed, and signed inside.
struct PayloadSigner {
  let authority: ForgeAuthority
  var fault: ForgeFault?
  /// Where the fault is.
  var faultyPart = Part.notification

  /// A part of a notification that has a signature of its own.
  enum Part: String, CaseIterable {
    case notification, transaction, renewal

    /// The names of the options' values.
    static var names: [String] { allCases.map(\.rawValue) }
  }

  /// `payload` signed: a notification in the body that a webhook gets, anything else as the bare JWS. What is
  /// signed in it already stays.
  ///
  /// - Precondition: `payload` is a JSON object without white space around it.
  func signed(_ payload: [UInt8]) throws(ForgeError) -> [UInt8] {
    var text = payload
    try signMember("signedRenewalInfo", of: "data", as: .renewal, in: &text)
    try signMember("signedTransactionInfo", of: "data", as: .transaction, in: &text)
    try signMember("signedAppTransactionInfo", of: "appData", as: .transaction, in: &text)
    let jws = try authority.jws(for: text, fault: faultyPart == .notification ? fault : nil)
    if member("notificationType", ofObjectAt: text.indices, in: text) != nil {
      var body: [UInt8] = []
      body.put(#"{"signedPayload":"#)
      body += quoted(jws)
      body.put("}")
      return body
    }
    // A fault may put line breaks into it.
    return jws.contains(UInt8(ascii: "\n")) ? quoted(jws) : jws
  }

  private func signMember(
    _ name: String, of holder: String, as part: Part, in text: inout [UInt8]
  ) throws(ForgeError) {
    guard let outer = member(holder, ofObjectAt: text.indices, in: text), text[outer.lowerBound] == brace,
      let place = member(name, ofObjectAt: outer, in: text), text[place.lowerBound] == brace
    else { return }
    let jws = try authority.jws(for: Array(text[place]), fault: faultyPart == part ? fault : nil)
    text.replaceSubrange(place, with: quoted(jws))
  }

  private func quoted(_ jws: [UInt8]) -> [UInt8] {
    var text = [UInt8(ascii: "\"")]
    text.reserveCapacity(jws.count + 2)
    for byte in jws {
      switch byte {
      case UInt8(ascii: "\n"): text.put("\\n")
      case UInt8(ascii: "\r"): text.put("\\r")
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
    return text
  }
}

private let brace = UInt8(ascii: "{")
