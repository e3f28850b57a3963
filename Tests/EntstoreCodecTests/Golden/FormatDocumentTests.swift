import EntstoreCodec
import EntstoreDigest
import EntstoreModel
import Foundation
import Testing

/// The examples in docs/format.md: each is a golden record or key, or put together here as the document says.
@Suite struct FormatDocumentTests {
  @Test func `every example in the document is what the program writes`() throws {
    for (name, bytes) in try Self.examples() {
      let known = try #require(Self.known[name], "the document shows \(name), and no test knows it")
      #expect(spelled(bytes) == spelled(known), "\(name)")
    }
  }

  @Test func `the document shows every kind of key and record`() throws {
    let shown = Set(try Self.examples().map(\.name))
    let expected: Set = [
      "event key", "date key", "timeline key", "lineage key", "entitlement key", "entitlement key of nobody",
      "deadline key", "timeline record", "date record", "event record", "log entry", "event digest",
      "catalog", "catalog with stacking",
      "policy", "lineage record", "row record", "store", "head", "apps", "refused", "sealed date record",
      "sealed deadline", "account key", "mention key", "family member key", "minted key",
      "a claim in a timeline", "identity policy", "a transfer with a reason", "account record", "an erasure",
      "erased log entry", "redacted log entry", "date record of an erased event",
      "date record of a redacted event", "log entry of an event that came erased",
    ]
    #expect(shown == expected)
  }

  /// What stands in fences marked `hex` and a name, up to a `#` in each line.
  private static func examples() throws -> [(name: String, bytes: [UInt8])] {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let text = try String(contentsOf: root.appending(path: "docs/format.md"), encoding: .utf8)
    var examples: [(name: String, bytes: [UInt8])] = []
    var name: String?
    var digits = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```hex ") {
        (name, digits) = (String(line.dropFirst(7)), "")
      } else if let finished = name, line == "```" {
        examples.append((finished, hex(digits)))
        name = nil
      } else if name != nil {
        digits += line.prefix { $0 != "#" }
      }
    }
    return examples
  }

  private static let known: [String: [UInt8]] = {
    var known = put
    for record in GoldenRecord.all { known[record.name] = record.encoded }
    for key in GoldenKey.all { known[key.name] = key.encoded }
    return known
  }()

  /// What the layers above the codec write, put together from its primitives.
  private static var put: [String: [UInt8]] {
    let event = GoldenRecord.events[0].encoded
    let salt = Array(UInt8(0)...15)
    let link = SHA256.digest(
      of: [UInt8](repeating: 0, count: 32) + Key.event(1) + SHA256.digest(of: salt + event))
    let digest = SHA256.digest(of: salt + event)
    // All but the payload: two pieces, one of them the digest of shared bytes.
    let left = event.dropLast(38) + [0]
    let noSalt = [UInt8](repeating: 0, count: 16)
    let place = Key.date(Sample.position)
    let digestOfPlace = SHA256.digest(of: noSalt + place)
    let linkOfPlace = SHA256.digest(of: [UInt8](repeating: 0, count: 32) + Key.event(1) + digestOfPlace)
    let sequence = written { $0.count(300) }
    let deadline = Key.deadline(Sample.expiresAt, "ann", "2000")
    return [
      "event digest": Array(SHA256.digest(of: [Rail.appStore.rawValue] + Array("N1".utf8)).prefix(16)),
      "date record": sequence,
      "log entry": salt + link + [0] + event,
      "erased log entry": noSalt + link + [3] + digest + place,
      "log entry of an event that came erased": noSalt + linkOfPlace + [3] + digestOfPlace + place,
      "redacted log entry": salt + link + [4] + digest + left,
      "date record of an erased event": written {
        $0.count(0)
        $0.byte(1)
        $0.count(300)
      },
      "date record of a redacted event": written {
        $0.count(0)
        $0.byte(2)
        $0.count(300)
        $0.count(301)
      },
      "store": written {
        $0.count(2)
        $0.byte(StoreEnvironment.production.rawValue)
        $0.raw(salt)
        $0.instant(Sample.signedAt)
      },
      "head": Key.event(1) + link,
      "apps": written {
        $0.count(2)
        $0.text("com.x")
        $0.text("com.y")
      },
      "sealed date record": sealed(sequence, under: Key.date(Sample.position), inTable: 3),
      "sealed deadline": sealed([], under: deadline, inTable: 7),
    ]
  }

  private static func written(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    write(&writer)
    return writer.bytes
  }

  private static func sealed(_ payload: [UInt8], under key: [UInt8], inTable number: UInt64) -> [UInt8] {
    let seed = Checksum.xxh3(key.rawSpan, seed: number * 256 + 1)
    let checksum = Checksum.xxh3(payload.rawSpan, seed: seed)
    return [1] + stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: checksum >> $0) } + payload
  }
}
