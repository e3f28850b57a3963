import Foundation

/// The same numbers for the same seed (SplitMix64).
struct Seed: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

/// What happens to files.
enum PageDamage: String, CaseIterable, Sendable {
  /// Anywhere in the file.
  case bit, byte, zeros, noise, truncated, extended
  /// A sector of 512 bytes: zeros, noise, or what was there some commits before.
  case sector
  /// A whole page: in another's place, or what it was some commits before.
  case swapped, stale
  /// The head of a page, or its first entry; a page with a long value; a page that says it is of a kind that a store does not have.
  case header, longValue, kind
  /// Some pages without entries, each of which looks like the end of its table.
  case emptied
  /// The headers of the file: a bit; as it was some commits before; the sizes that it names.
  case firstPages, oldHeader, sizes
  /// The list of free pages; the record of a table, or of that list, as if it were empty, another's, or of another length.
  case freeList, table
  /// Two of these.
  case twice

  static let pageBytes = 4_096

  /// Whether a page may be whole and older, which nothing tells but what is derived again.
  var mayBeOlder: Bool { [.stale, .sector, .twice].contains(self) }

  static func word(_ bytes: [UInt8], _ place: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * $1) }
  }

  /// Where the header of the last commit begins.
  static func newer(of bytes: [UInt8]) -> Int {
    word(bytes, 144) > word(bytes, pageBytes + 144) ? 0 : pageBytes
  }

  /// Where the records of the tables stand, on the one page that lists them.
  private static func tableRecords(of bytes: [UInt8]) -> [Int] {
    let root = word(bytes, newer(of: bytes) + 128)
    guard root < UInt64(bytes.count / pageBytes) else { return [] }
    let page = Int(root) * pageBytes
    let end = Int(bytes[page + 12]) | Int(bytes[page + 13]) << 8
    return stride(from: page + 16, to: page + min(max(end, 16), 400), by: 2).map { slot in
      let entry = page + (Int(bytes[slot]) | Int(bytes[slot + 1]) << 8)
      // Behind the head of the entry and its key.
      return entry + 8 + Int(bytes[min(entry + 6, bytes.count - 1)])
    }.filter { $0 + 48 <= bytes.count }
  }

  /// - Parameter earlier: What the file was some commits before.
  func done(to sound: [UInt8], earlier: [UInt8], _ random: inout Seed) -> [UInt8] {
    var bytes = sound
    let pages = sound.count / Self.pageBytes
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    func page(of flags: UInt8) -> Int? {
      (2..<pages).filter { bytes[$0 * Self.pageBytes + 10] == flags }.randomElement(using: &random)
    }
    switch self {
    case .bit: bytes[number(0..<bytes.count)] ^= 1 << number(0..<8)
    case .byte: bytes[number(0..<bytes.count)] = UInt8(number(0..<256))
    case .zeros, .noise:
      let start = number(0..<bytes.count)
      for place in start..<min(bytes.count, start + number(1..<6_000)) {
        bytes[place] = self == .zeros ? 0 : UInt8(number(0..<256))
      }
    case .truncated: bytes.removeLast(number(1..<bytes.count))
    case .extended:
      // Often to a whole page, or by one that says it is the next.
      let next = (0..<8).map { UInt8(truncatingIfNeeded: pages >> (8 * $0)) } + [0, 0, 2, 0, 18, 0, 0, 8]
      bytes += Bool.random(using: &random) ? next : []
      let end =
        Bool.random(using: &random)
        ? (pages + number(1..<5)) * Self.pageBytes : bytes.count + number(1..<20_000)
      bytes += (bytes.count..<end).map { _ in UInt8(number(0..<256)) }
    case .sector:
      let kind = number(0..<3)
      let start = number(0..<min(sound.count, earlier.count) / 512) * 512
      for place in start..<start + 512 {
        // Not of the first pages: they are then those of a commit before, which is no damage.
        bytes[place] =
          kind == 0 ? 0 : kind == 1 || start < 2 * Self.pageBytes ? UInt8(number(0..<256)) : earlier[place]
      }
    case .swapped:
      let (one, other) = (number(0..<pages), number(0..<pages))
      for place in 0..<Self.pageBytes {
        bytes.swapAt(one * Self.pageBytes + place, other * Self.pageBytes + place)
      }
    case .stale:
      let page = number(2..<earlier.count / Self.pageBytes) * Self.pageBytes
      bytes.replaceSubrange(page..<page + Self.pageBytes, with: earlier[page..<page + Self.pageBytes])
    case .header:
      // Number, kind and bounds of a page, and the places of its first entries; or the first entry itself.
      let page = number(2..<pages) * Self.pageBytes
      let first = Int(bytes[page + 16]) | Int(bytes[page + 17]) << 8
      let place = page + (number(0..<3) > 0 || first > 4_000 ? number(0..<40) : first + number(0..<16))
      bytes[place] ^= 1 << number(0..<8)
    case .longValue:
      guard let page = page(of: 4) else { break }
      let place = page * Self.pageBytes + (Bool.random(using: &random) ? number(0..<16) : number(16..<6_000))
      if place < bytes.count { bytes[place] ^= 1 << number(0..<8) }
    case .kind:
      guard let page = page(of: 2).map({ $0 * Self.pageBytes }) else { break }
      let first = Int(bytes[page + 16]) | Int(bytes[page + 17]) << 8
      switch number(0..<3) {
      // A page of values of one length, a page within a page, a page that was changed and not written.
      case 0: bytes[page + 10] |= [0x20, 0x40, 0x10, 0x60].randomElement(using: &random)!
      // An entry with several values, with a table, with a page.
      case 1 where first < 4_088: bytes[page + first + 4] |= [4, 2, 1, 6].randomElement(using: &random)!
      default: bytes[page + 11] |= [0x40, 0x80].randomElement(using: &random)!
      }
    case .emptied:
      // Many are not in use any more.
      for page in 2..<pages where bytes[page * Self.pageBytes + 10] == 2 && number(0..<4) == 0 {
        bytes.replaceSubrange(page * Self.pageBytes + 12..<page * Self.pageBytes + 14, with: [16, 0])
      }
    case .firstPages: bytes[number(0..<2) * Self.pageBytes + number(0..<152)] ^= 1 << number(0..<8)
    case .oldHeader:
      let page = number(0..<2) * Self.pageBytes
      bytes.replaceSubrange(page..<page + Self.pageBytes, with: earlier[page..<page + Self.pageBytes])
    case .sizes:
      // Of the map; the pages, entries and depth of the two trees; the last page.
      let (place, count) = [(32, 8), (48, 8), (56, 8), (72, 8), (94, 2), (96, 8), (120, 8), (136, 8)]
        .randomElement(using: &random)!
      let value = [0, 1, 4_096, 1 << 20, 1 << 40, 1 << 62, UInt64.max, random.next()].randomElement(
        using: &random)!
      for header in Bool.random(using: &random) ? [0, 1] : [number(0..<2)] {
        for byte in 0..<count {
          bytes[header * Self.pageBytes + place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
        }
      }
    case .table:
      let places = [Self.newer(of: bytes) + 40] + Self.tableRecords(of: bytes)
      guard let place = places.randomElement(using: &random) else { break }
      let empty = [UInt8](repeating: 0, count: 34) + [UInt8](repeating: 0xFF, count: 8)
      switch number(0..<3) {
      case 0: bytes.replaceSubrange(place + 6..<place + 48, with: empty)
      case 1:
        let other = places.randomElement(using: &random)!
        bytes.replaceSubrange(place + 6..<place + 48, with: bytes[other + 6..<other + 48])
      // Pages and entries.
      default: bytes[place + 8 + 8 * number(0..<4)] ^= 1 << number(0..<8)
      }
    case .freeList:
      let root = Self.word(bytes, Self.newer(of: bytes) + 80)
      guard root < UInt64(pages) else { break }
      let start = Int(root) * Self.pageBytes
      let lists = stride(from: start + 16, to: start + Self.pageBytes, by: 2).filter { place in
        place + 8 <= start + Self.pageBytes && (1..<UInt64(pages)).contains(Self.word(bytes, place))
      }
      guard let place = lists.randomElement(using: &random) else { break }
      let value = UInt64(number(0..<pages + 3))
      for byte in 0..<8 { bytes[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    case .twice:
      for _ in 0..<2 {
        let other = Self.allCases.filter { $0 != .twice }.randomElement(using: &random)!
        // What is cut off already is not cut, exchanged or exceeded once more.
        if bytes.count == sound.count { bytes = other.done(to: bytes, earlier: earlier, &random) }
      }
    }
    return bytes
  }
}
