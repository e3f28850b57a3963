import EntstoreRails
import Foundation

private let fuzzed = FuzzedVerifier()
private let zeroSignature = "." + String(repeating: "A", count: 86)

/// Bytes as a signed payload.
///
/// A change to a signed text breaks its signature, and behind that check nothing would be reached. So what begins
/// like JSON or like DER is taken as a part too, of a text that is put together around it.
@Sendable func jws(_ input: [UInt8]) {
  fuzzed.read(input)
  switch input.first {
  case UInt8(ascii: "e"): _ = fuzzed.takes(input)
  case UInt8(ascii: "{"):
    if let text = signedLines(input) { _ = fuzzed.takes(text) }
    precondition(!fuzzed.takes(underHeader(input)), "a zero signature was taken")
  case 0x30:
    precondition(!fuzzed.takes(amongCertificates(input, input.count % 3)), "a zero signature was taken")
  default: break
  }
}

/// The first line signed, in which "$1" and "$2" are the lines after it, signed too.
private func signedLines(_ input: [UInt8]) -> [UInt8]? {
  var lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 2).map(Array.init)
  for (number, line) in lines.enumerated().dropFirst() {
    guard let signed = try? fuzzed.authority.jws(for: line) else { return nil }
    let mark = Array("$\(number)".utf8)
    if let place = lines[0].firstRange(of: mark) { lines[0].replaceSubrange(place, with: signed) }
  }
  return try? fuzzed.authority.jws(for: lines.first ?? [])
}

/// A text whose header is `header`.
private func underHeader(_ header: [UInt8]) -> [UInt8] {
  Array((base64URL(header) + ".e30" + zeroSignature).utf8)
}

/// A text with `certificate` at `place` of an otherwise genuine chain.
private func amongCertificates(_ certificate: [UInt8], _ place: Int) -> [UInt8] {
  let authority = fuzzed.authority
  var chain = [authority.leafCertificate, authority.intermediateCertificate, authority.rootCertificate]
  chain[place] = certificate
  let list = chain.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
  // The payload is {"signedDate":1700000000000}: the chain is judged at that time.
  let payload = base64URL(Array(#"{"signedDate":1700000000000}"#.utf8))
  let header = base64URL(Array(#"{"alg":"ES256","x5c":[\#(list)]}"#.utf8))
  return Array((header + "." + payload + zeroSignature).utf8)
}

private func base64URL(_ bytes: [UInt8]) -> String {
  Data(bytes).base64EncodedString()
    .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
