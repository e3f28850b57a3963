import Foundation
import Testing

struct VerdictKeyTests {
  @Test func `a key is a file that only its owner can read, and its public half is printed`() throws {
    let folder = try TestFolder()
    let result = try folder.run("verdict key --output a.key")
    #expect(result.code == 0 && result.messages == "")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 6)
    #expect(lines[0] == "Made a key in a.key. Keep it to yourself: who has it can open everything.")
    #expect(lines[1].hasPrefix("key id      ") && lines[1].count == 12 + 43)
    #expect(lines[2].hasPrefix("public key  "))
    #expect(Data(base64Encoded: String(lines[2].dropFirst(12)))?.count == 32)
    #expect(lines[3] == "-----BEGIN PUBLIC KEY-----" && lines[5] == "-----END PUBLIC KEY-----")
    #expect(lines[4].count == 60)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder["a.key"])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(
      String(decoding: try folder.read("a.key"), as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(try folder.names == ["a.key"])
  }

  @Test func `as JSON it is one document`() throws {
    let folder = try TestFolder()
    let result = try folder.run("verdict key -o a.key --json")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: String])
    #expect(document.keys.sorted() == ["file", "keyID", "publicKey", "publicKeyPEM"])
    #expect(document["file"] == "a.key")
  }

  @Test func `a key is never overwritten`() throws {
    let folder = try TestFolder()
    try folder.run("verdict key -o a.key")
    let key = try folder.read("a.key")
    let again = try folder.run("verdict key -o a.key")
    #expect(
      again
        == ToolResult(
          code: 64, output: "",
          messages:
            "Error: There is a a.key already. Give another name: a key is never overwritten.\nUsage: entstore verdict key --output <file> [--json]\n  See 'entstore help verdict key' for more information.\n"
        ))
    #expect(try folder.read("a.key") == key)
  }

  @Test func `a key that cannot be written is none`() throws {
    let folder = try TestFolder()
    let result = try folder.run("verdict key -o nowhere/a.key")
    #expect(result.code == 66 && result.output == "")
    #expect(result.messages == "Error: cannot write nowhere/a.key: No such file or directory\n")
  }

  @Test func `two keys are two keys`() throws {
    let folder = try TestFolder()
    try folder.run("verdict key -o a.key")
    try folder.run("verdict key -o b.key")
    #expect(try folder.read("a.key") != folder.read("b.key"))
  }
}
