import Foundation
import Testing

struct DenySerialTests {
  private let folder: TestFolder
  private let serial: String

  init() throws {
    folder = try TestFolder()
    try #require(try folder.run("forge ca ca").code == 0)
    try folder.write([SampleEvent(id: "e1").line], to: "event")
    try folder.run("forge sign --ca ca event", output: folder["signed"])
    let pem = String(decoding: try folder.read("ca/leaf.pem"), as: UTF8.self)
    serial = try #require(Certificate(pem: pem)).serial
  }

  private func imported(denying serial: String) throws -> ToolResult {
    try ChildTool(
      ["import", "--store", "s", "--app", "app", "--root", "ca/root.pem", "--deny-serial", serial, "signed"],
      in: folder
    ).finish()
  }

  @Test func `a serial number is denied however its digits are written`() throws {
    let bytes = stride(from: 0, to: serial.count, by: 2).map { String(serial.dropFirst($0).prefix(2)) }
    for text in [
      serial, serial.uppercased(), "0x" + serial, "0X" + serial.uppercased(), "00" + serial,
      bytes.joined(separator: ":"), bytes.joined(separator: " "), "00:" + bytes.joined(separator: ":"),
      " \(bytes.joined(separator: ":")) ",
    ] {
      let result = try imported(denying: text)
      #expect(result.code == 65 && result.messages.contains(serial), "\(text): \(result)")
    }
    #expect(try imported(denying: "47:C2:87").code == 0, "another one")
  }

  @Test(arguments: [
    "", " ", "zz", "0x", ":", "47:C2:8", "47:C2:zz", "47::C2", "47-C2", "serial=47C2", "-47", "+47",
    "123456789012345678901234567890123456789012345",
  ])
  func `what is no serial number in hexadecimal is a usage error, and nothing is read`(_ text: String) throws
  {
    let result = try imported(denying: text)
    #expect(result.code == 64 && result.output == "")
    #expect(
      result.messages.hasPrefix(
        "Error: The value '\(text)' for '--deny-serial' is no serial number; write it in hexadecimal, up to 20 bytes, "
          + "such as 47C287 or 47:C2:87.\nUsage: entstore import "), "\(result.messages)")
    #expect(try !folder.names.contains("s"))
  }
}

/// Of a certificate, as much as is asked here.
private struct Certificate {
  /// In hexadecimal, two digits for each byte.
  let serial: String

  init?(pem: String) {
    let text = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    guard let bytes = Data(base64Encoded: text).map({ [UInt8]($0) }) else {
      return nil
    }
    // Version 3 in front, then an integer.
    let version: [UInt8] = [0xA0, 3, 2, 1, 2, 2]
    guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: version) }) else { return nil }
    let length = place + version.count
    let digits = bytes[(length + 1)...].prefix(Int(bytes[length])).drop { $0 == 0 }
    serial = digits.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
