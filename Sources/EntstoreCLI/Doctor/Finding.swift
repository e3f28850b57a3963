/// One thing that `doctor` looked at.
struct Finding: Codable {
  enum Level: String, Codable {
    case ok
    /// Worth knowing.
    case note
    /// Works, and will not for long, or not for everybody.
    case warning
    /// Does not work.
    case problem
  }

  let level: Level
  /// What was looked at, in one word.
  let about: String
  let what: String
  /// What to do.
  let remedy: String?
  /// The numbers behind it, for whoever watches them: bytes, counts, milliseconds.
  let values: [String: Int64]
  /// Of the log: its end.
  let head: Head?

  /// As `backup` names it: two files with the same one hold the same log.
  struct Head: Codable {
    let sequence: UInt64
    let link: String

    var json: JSONText { .object([("sequence", .count(sequence)), ("link", .text(link))]) }
  }

  init(
    _ level: Level, _ about: String, _ what: String, remedy: String? = nil, values: [String: Int64] = [:],
    head: Head? = nil
  ) {
    self.level = level
    self.about = about
    self.what = what
    self.remedy = remedy
    self.values = values
    self.head = head
  }

  var json: JSONText {
    .object(
      [
        ("level", .text(level.rawValue)), ("about", .text(about)), ("what", .text(what)),
        ("remedy", .text(remedy)),
        ("values", .object(values.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })),
      ] + (head.map { [("head", $0.json)] } ?? []))
  }
}

extension [Finding] {
  func count(of level: Finding.Level) -> Int { count { $0.level == level } }
}
