import Foundation
import Testing

@Test func `a signed notification has three parts, and so has what is signed inside`() throws {
  let folder = try signingFolder()
  let lives = try folder.run("forge life --subjects 8 --seed 2", output: folder["lives"])
  #expect(lives.code == 0)
  let signed = try folder.run("forge sign --ca ca lives")
  #expect(signed.code == 0 && signed.messages == "")
  let before = String(decoding: try folder.read("lives"), as: UTF8.self).split(separator: "\n")
  let after = signed.output.split(separator: "\n")
  #expect(after.count == before.count)
  for (plain, line) in zip(before, after) { #expect(try unsigned(line) == object(plain)) }
}

@Test func `lives can be had signed, the very same ones`() throws {
  let folder = try signingFolder()
  let plain = try folder.run("forge life --subjects 8 --seed 2").output.split(separator: "\n")
  let signed = try folder.run("forge life --subjects 8 --seed 2 --signed --ca ca", output: folder["signed"])
  #expect(signed.code == 0)
  let lines = String(decoding: try folder.read("signed"), as: UTF8.self).split(separator: "\n")
  #expect(try lines.map { try unsigned($0) } == plain.map { try object($0) })
  let imported = try folder.run("import --store s --environment sandbox --unsigned signed")
  #expect(imported.code == 0 && imported.output.contains(" 0 refused"))
}

@Test func `white space around and in a notification does not keep it from being signed`() throws {
  let folder = try signingFolder()
  let line =
    #" { "notificationType" : "X" , "n":[{"a}":"]"}], "data" : { "q":"\"{", "signedTransactionInfo" : {"a" : 1 } } } "#
  let signed = try folder.run("forge sign --ca ca", input: line + "\n")
  #expect(signed.code == 0)
  #expect(try unsigned(Substring(signed.output)) == object(Substring(line)))
}

@Test func `what is no notification becomes a signed payload by itself, and what is signed stays`() throws {
  let folder = try signingFolder()
  let bare = try folder.run("forge sign --ca ca -", input: #"{"transactionId": "1", "data": 5}"# + "\n")
    .output
  #expect(!bare.contains("{") && bare.hasSuffix("\n"))
  let content = try payload(of: bare.filter { $0 != "\n" })
  #expect(content["transactionId"] as? String == "1" && content["data"] as? Int == 5)
  let kept = try folder.run(
    "forge sign --ca ca", input: #"{"notificationType": "X", "data": {"signedTransactionInfo": "a.b.c"}}"#)
  let data = try payload(of: signedPayload(Substring(kept.output)))["data"] as? [String: String]
  #expect(data == ["signedTransactionInfo": "a.b.c"])
}

@Test(arguments: [
  "x5c-expired", "wrong-oid", "alg-none", "x5c-1", "self-made-root", "signature-zero", "base64-line-breaks",
])
func `a fault spoils the signature that it is asked for, and no other`(_ fault: String) throws {
  let folder = try signingFolder()
  let line = #"{"notificationType":"X","data":{"signedTransactionInfo":{"a":1},"signedRenewalInfo":{"b":2}}}"#
  let good = try headers(folder.run("forge sign --ca ca", input: line).output)
  let bad = try folder.run("forge sign --ca ca --fault \(fault)", input: line)
  #expect(bad.code == 0 && bad.output.split(separator: "\n").count == 1)
  let inner = try headers(
    folder.run("forge sign --ca ca --fault \(fault) --fault-in renewal", input: line).output)
  #expect(inner[0] == good[0] && inner[1] == good[1])
  // Some faults leave the header as it is.
  #expect((inner[2] == good[2]) == ["signature-zero", "base64-line-breaks"].contains(fault))
}

@Test func `a line that cannot be signed is named, and the others are signed`() throws {
  let folder = try signingFolder()
  try folder.write(["{\"a\": 1}", "nonsense", "5", "{\"b\": 2}"], to: "lines")
  let result = try folder.run("forge sign --ca ca lines")
  #expect(result.code == 65 && result.output.split(separator: "\n").count == 2)
  #expect(
    result.messages
      == "lines:2: only a JSON object can be signed\nlines:3: only a JSON object can be signed\n")
}

@Test(arguments: [
  (64, "forge sign lives", "Error: Missing expected option '--ca <folder>'."),
  (64, "forge sign --ca ca --fault none", "Error: The value 'none' is invalid for '--fault <name>'."),
  (64, "forge sign --ca ca --fault-in renewal", "Error: '--fault-in' says where a fault is: name one with"),
  (64, "forge life --subjects 1 --signed", "Error: '--signed' needs an authority: add '--ca <folder>'."),
  (64, "forge life --subjects 1 --ca ca", "Error: '--ca' signs nothing without '--signed'."),
  (66, "forge sign --ca none", "Error: none/root.pem: No such file or directory"),
  (66, "forge sign --ca ca none", "Error: none: No such file or directory"),
  (66, "forge sign --ca broken", "Error: broken: root.pem is no certificate or key in PEM"),
  (66, "forge sign --ca mixed", "Error: mixed: leaf.key belongs to another certificate"),
])
func `a mistake in signing is named`(_ code: Int32, _ line: String, _ message: String) throws {
  let folder = try signingFolder()
  try folder.copy("ca", to: "broken")
  try folder.write("-----", to: "broken/root.pem")
  try folder.copy("ca", to: "mixed")
  try folder.write(try folder.read("ca/root.key"), to: "mixed/leaf.key")
  let result = try folder.run(line)
  #expect(result.code == code && result.output == "")
  #expect(result.messages.hasPrefix(message), "\(result.messages)")
}

/// A folder with an authority in `ca`.
private func signingFolder() throws -> TestFolder {
  let folder = try TestFolder()
  try #require(try folder.run("forge ca ca").code == 0)
  return folder
}

private func members(_ text: Substring) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

/// The same for the same content, however it is written.
private func object(_ text: Substring) throws -> String { try sorted(members(text)) }

private func sorted(_ members: [String: Any]) throws -> String {
  String(decoding: try JSONSerialization.data(withJSONObject: members, options: .sortedKeys), as: UTF8.self)
}

private func signedPayload(_ line: Substring) throws -> String {
  try #require(try members(line)["signedPayload"] as? String)
}

/// What a signed payload says, taken at its word.
private func payload(of jws: String) throws -> [String: Any] {
  let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
  try #require(parts.count == 3 && !parts[0].isEmpty && !parts[2].isEmpty)
  var text = String(parts[1].replacing("-", with: "+").replacing("_", with: "/"))
  text += String(repeating: "=", count: (4 - text.count % 4) % 4)
  let bytes = try #require(Data(base64Encoded: text))
  return try members(Substring(String(decoding: bytes, as: UTF8.self)))
}

/// A notification as it was before it and its parts were signed.
private func unsigned(_ line: Substring) throws -> String {
  var members = try payload(of: signedPayload(line))
  var data = try #require(members["data"] as? [String: Any])
  for name in ["signedTransactionInfo", "signedRenewalInfo"] {
    if let part = data[name] { data[name] = try payload(of: #require(part as? String)) }
  }
  members["data"] = data
  return try sorted(members)
}

/// The headers of a signed notification, of its transaction and of its renewal info, as they are written.
private func headers(_ line: String) throws -> [Substring] {
  let outer = try signedPayload(Substring(line))
  let data = try #require(try payload(of: outer)["data"] as? [String: Any])
  let inner = ["signedTransactionInfo", "signedRenewalInfo"].map { data[$0] as? String ?? "" }
  return ([outer] + inner).map { $0.prefix { $0 != "." } }
}
