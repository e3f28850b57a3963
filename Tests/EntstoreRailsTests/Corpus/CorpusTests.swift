import EntstoreModel
import EntstoreRails
import Foundation
import Testing

@Suite struct CorpusTests {
  private let authority: ForgeAuthority
  private let verifier: AppStoreVerifier
  private let rail = AppStoreRail(environment: .sandbox)

  init() throws {
    authority = try ForgeAuthority.make(
      validFrom: Instant(epochMilliseconds: 1_577_836_800_000),
      validUntil: Instant(epochMilliseconds: 2_208_988_800_000))
    verifier = try AppStoreVerifier(
      environment: .sandbox, apps: ["com.example.app"], roots: [authority.rootCertificate])
  }

  @Test func `no input that fuzzing kept, whole or cut off, stops a decoder`() {
    for input in payloadCorpus + jwsCorpus {
      for count in stride(from: input.count, through: 0, by: -41) { decode(Array(input.prefix(count))) }
    }
  }

  @Test func `no input that fuzzing kept stops a decoder once it is signed`() throws {
    var taken = 0
    for input in payloadCorpus + jwsCorpus where input.first == UInt8(ascii: "{") {
      let text = try signedLines(input)
      decode(text)
      if (try? verifier.verify(UnverifiedPayload(text))) != nil { taken += 1 }
    }
    // Without it this test would reach nothing behind the signature.
    #expect(taken > 0)
  }

  private func decode(_ input: [UInt8]) {
    #expect(RawPayload.segments(of: input).bytes == input)
    let payload = UnverifiedPayload(input)
    let outcomes = rail.events(in: payload, vouched: true) + rail.events(in: payload, verifier: verifier)
    for case .failure(let refusal) in outcomes { #expect(!refusal.description.isEmpty) }
    _ = try? verifier.verify(payload)
    _ = try? ExchangeLine.event(in: input)
  }

  /// The first line signed, in which "$1" and "$2" are the lines after it, signed too.
  private func signedLines(_ input: [UInt8]) throws -> [UInt8] {
    var lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 2).map(Array.init)
    for (number, line) in lines.enumerated().dropFirst() {
      if let place = lines[0].firstRange(of: Array("$\(number)".utf8)) {
        lines[0].replaceSubrange(place, with: try authority.jws(for: line))
      }
    }
    return try authority.jws(for: lines[0])
  }
}

/// The inputs in `text`, each in base64 over several lines, an empty line between two.
func corpus(_ text: String) -> [[UInt8]] {
  text.split(separator: "\n\n").map { entry in
    guard let bytes = Data(base64Encoded: String(entry), options: .ignoreUnknownCharacters) else {
      fatalError("an entry that is no base64 begins \(entry.prefix(40))")
    }
    return Array(bytes)
  }
}
