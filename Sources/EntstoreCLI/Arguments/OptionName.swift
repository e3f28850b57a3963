/// A word of the command line read as `--name`, `--name=value`, `-n` or `-n=value`.
struct OptionName {
  /// The name without dashes and value.
  let text: String
  /// The name with its dashes.
  let spelled: String
  /// What follows the first `=`.
  let value: String?
  /// Whether it begins with two dashes.
  let isLong: Bool

  /// Takes a word that begins with a dash apart.
  init(_ word: String) {
    isLong = word.hasPrefix("--")
    let equals = word.firstIndex(of: "=")
    spelled = String(word[..<(equals ?? word.endIndex)])
    text = String(spelled.dropFirst(isLong ? 2 : 1))
    value = equals.map { String(word[word.index(after: $0)...]) }
  }

  /// Whether a word is data although it may begin with a dash: `-` is standard input, and `-5` a number.
  static func isValue(_ word: String) -> Bool {
    guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 else { return true }
    let digits = word.utf8.dropFirst()
    let first = digits.first == UInt8(ascii: ".") ? digits.dropFirst().first : digits.first
    return first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }
}
