import Entstore
import EntstoreCodec
import EntstoreDigest
import EntstoreModel

private let file = FileOfBytes()
private let dictionary = ZstdDictionary(LogDictionary.bytes, level: 3)

/// Values that were sealed as a store seals them, whatever is in them, on pages without a tree: what `salvage` makes of them.
///
/// Each is a byte that says what it is, two for its length, and its bytes. Of two kinds the bytes are an event's content before it
/// is compressed, because no change to compressed bytes leads anywhere.
@Sendable func sealed(_ input: [UInt8]) {
  var pages = SealedPages()
  var rest = input[...]
  while rest.count > 3 {
    let kind = rest.removeFirst()
    let length = Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8
    pages.add(Array(rest.prefix(length)), as: kind % 10)
    rest = rest.dropFirst(length)
  }
  file.fill(pages.bytes)
  do {
    var last: UInt64 = 0
    let report = try EntitlementStore.salvage(path: file.path) { loss in
      precondition(!loss.description.isEmpty)
    } event: { event in
      precondition(event.sequence > last, "not in their order")
      last = event.sequence
      expectExport(of: event)
    }
    precondition(report.losses > 0, "nothing is lost, and no header says so")
  } catch let error as StoreError {
    precondition(!error.description.isEmpty)
  } catch {
    fatalError("\(error)")
  }
}

/// Pages that hold entries as LMDB's leaves do, and no more: neither headers nor a tree.
private struct SealedPages {
  private(set) var bytes = [UInt8](repeating: 0, count: 2 * 4_096 + 16)

  private static let metaKeys = ["store", "head", "apps"]
  /// Salt and link of an event.
  private let head = [UInt8](repeating: 0, count: 48)

  mutating func add(_ payload: [UInt8], as kind: UInt8) {
    switch kind {
    case 0...3: add(payload, Key.event(UInt64(kind) + 1), 2)
    case 4: add(payload, SHA256.digest(of: payload), 8)
    case 8: add(head + [2] + packed { try dictionary.compress(payload) }, Key.event(5), 2)
    case 9: add(head + [1] + packed { try Zstd.compress(payload, level: 1) }, Key.event(6), 2)
    default: add(payload, Array(Self.metaKeys[Int(kind) - 5].utf8), 1)
    }
  }

  private mutating func add(_ payload: [UInt8], _ key: [UInt8], _ table: UInt64) {
    let seed = unsafe Checksum.xxh3(key.span.bytes, seed: table << 8 | 1)
    let checksum = unsafe Checksum.xxh3(payload.span.bytes, seed: seed)
    let value = [1] + (0..<8).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) } + payload
    let node =
      (0..<4).map { UInt8(truncatingIfNeeded: value.count >> (8 * $0)) } + [0, 0, UInt8(key.count), 0] + key
      + value
    // What does not fit on the page begins the next.
    if bytes.count % 4_096 + node.count > 4_096 {
      bytes += [UInt8](repeating: 0, count: 4_096 - bytes.count % 4_096 + 16)
    }
    bytes += node
    if bytes.count % 2 == 1 { bytes.append(0) }
  }

  private func packed(_ pack: () throws -> [UInt8]) -> [UInt8] { (try? pack()) ?? [] }
}
