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
  case bit, byte, zeros, noise, header, firstPages, truncated, extended, swapped, stale

  static let pageBytes = 4_096

  /// - Parameter earlier: What the file was some commits before.
  func done(to sound: [UInt8], earlier: [UInt8], _ random: inout Seed) -> [UInt8] {
    var bytes = sound
    let pages = sound.count / Self.pageBytes
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    switch self {
    case .bit: bytes[number(0..<bytes.count)] ^= 1 << number(0..<8)
    case .byte: bytes[number(0..<bytes.count)] = UInt8(number(0..<256))
    case .zeros, .noise:
      let start = number(0..<bytes.count)
      for place in start..<min(bytes.count, start + number(1..<6_000)) {
        bytes[place] = self == .zeros ? 0 : UInt8(number(0..<256))
      }
    case .header:
      // Number, kind and bounds of a page, and the places of its first entries; or the first entry itself.
      let page = number(2..<pages) * Self.pageBytes
      let first = Int(bytes[page + 16]) | Int(bytes[page + 17]) << 8
      let place = page + (number(0..<3) > 0 || first > 4_000 ? number(0..<40) : first + number(0..<16))
      bytes[place] ^= 1 << number(0..<8)
    case .firstPages: bytes[number(0..<2) * Self.pageBytes + number(0..<152)] ^= 1 << number(0..<8)
    case .truncated: bytes.removeLast(number(1..<bytes.count))
    case .extended: bytes += (0..<number(1..<20_000)).map { _ in UInt8(number(0..<256)) }
    case .swapped:
      let (one, other) = (number(0..<pages), number(0..<pages))
      for place in 0..<Self.pageBytes {
        bytes.swapAt(one * Self.pageBytes + place, other * Self.pageBytes + place)
      }
    case .stale:
      // Not of the first two: they are then those of a commit before, which is no damage.
      let page = number(2..<earlier.count / Self.pageBytes) * Self.pageBytes
      bytes.replaceSubrange(page..<page + Self.pageBytes, with: earlier[page..<page + Self.pageBytes])
    }
    return bytes
  }
}

/// A store of some dozens of customers, written in several commits, and what is right about it.
struct DamageSample {
  let folder: TestFolder
  let sound: [UInt8]
  let earlier: [UInt8]
  let export: ToolResult
  let history: ToolResult
  let answers: [String: ToolResult]

  static let subjects = (0..<24).map { "customer-\($0)" }
  /// A subject without a purchase is told so on a sound store only.
  static let asked = subjects + ["nobody"]

  init() throws {
    folder = try TestFolder()
    try folder.write(SampleEvent.catalog, to: "catalog.json")
    try folder.run("catalog set --store s.entstore catalog.json")
    var earlier: [UInt8] = []
    for month in 0..<4 {
      let begins = Double(30 * month)
      let events = Self.subjects.enumerated().map { place, subject in
        SampleEvent(
          type: month == 0 ? "SUBSCRIBED" : "DID_RENEW", id: "\(subject)-\(month)", subject: subject,
          lineage: "\(1_000 + place)", signed: begins, begins: begins,
          ends: begins + 30 + (place % 3 == month ? 200 : 0))
      }
      try folder.write(events.map(\.line), to: "events.ndjson")
      try folder.run("import --store s.entstore --unsigned events.ndjson")
      if month == 2 { earlier = try folder.read("s.entstore") }
    }
    self.earlier = earlier
    sound = try folder.read("s.entstore")
    export = try folder.run("export --store s.entstore")
    history = try folder.run("history --store s.entstore --lineage 1005")
    var answers: [String: ToolResult] = [:]
    for subject in Self.asked { answers[subject] = try folder.run(Self.query(subject, "s.entstore")) }
    self.answers = answers
  }

  static func query(_ subject: String, _ store: String) -> String {
    "query --store \(store) --subject \(subject) --key pro --at 2026-04-20"
  }

  /// Runs the tool on these bytes, with a bound on its time for the case that it never ends.
  func run(_ line: String, on bytes: [UInt8]) throws -> ToolResult {
    try folder.write(bytes, to: "damaged.entstore")
    let words = line.split(separator: " ").map(String.init)
    let bounded = ["-c", #"ulimit -t 30 && exec "$@""#, "sh", ChildTool.tool]
    return try ChildTool(bounded + words, in: folder, program: "/bin/sh").finish()
  }
}
