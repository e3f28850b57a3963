import Foundation
import Testing

@Test func `an authority is three certificates and three keys that only their owner can read`() throws {
  let folder = try TestFolder()
  let result = try folder.run("forge ca new/ca")
  #expect(result.code == 66 && result.messages.hasPrefix("Error: cannot write new/ca: "))
  #expect(
    try folder.run("forge ca ca")
      == ToolResult(
        code: 0,
        output: """
          Made a development authority in ca, valid from 2020-01-01T00:00:00.000Z until 2040-01-01T00:00:00.000Z.
          Only who is given ca/root.pem trusts it. Keep the .key files to yourself.

          """, messages: ""))
  for name in ["root", "intermediate", "leaf"] {
    #expect(try permissions(folder["ca/\(name).key"]) == 0o600)
    #expect(String(decoding: try folder.read("ca/\(name).key"), as: UTF8.self).contains("PRIVATE KEY-----"))
    #expect(
      String(decoding: try folder.read("ca/\(name).pem"), as: UTF8.self).hasPrefix(
        "-----BEGIN CERTIFICATE-----"))
  }
}

@Test func `an authority is never overwritten, and its folder may hold other things`() throws {
  let folder = try TestFolder()
  #expect(try folder.run("forge ca .").code == 0)
  let key = try folder.read("root.key")
  let again = try folder.run("forge ca .")
  #expect(again.code == 64 && again.output == "")
  #expect(again.messages.hasPrefix("Error: There is a root.pem in . already. Give another folder"))
  try FileManager.default.removeItem(atPath: folder["root.pem"])
  #expect(try folder.run("forge ca .").code == 64)
  #expect(try folder.read("root.key") == key)
}

@Test(arguments: [
  ("forge ca", "Error: Missing expected argument '<folder>'."),
  ("forge ca x --from now", "Error: The value for '--from' is wrong: 'now' is no time;"),
  (
    "forge ca x --from 2026-01-02 --until 2026-01-02",
    "Error: '--until' (2026-01-02T00:00:00.000Z) is not after '--from' (2026-01-02T00:00:00.000Z)."
  ),
])
func `a mistake in asking for an authority is named, and nothing is made`(_ line: String, _ message: String)
  throws
{
  let folder = try TestFolder()
  let result = try folder.run(line)
  #expect(result.code == 64 && result.messages.hasPrefix(message), "\(result.messages)")
  #expect(try folder.names == [])
}

private func permissions(_ path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
