/// Serial numbers of certificates as people have them: digits with or without "0x", or byte by byte as `openssl x509 -text`
/// prints them.
enum SerialNumber {
  /// As the verifier names it, in lower case without leading zeros; `nil` for what is no serial number.
  static func text(_ text: String) -> String? {
    var words = text.lowercased().split(separator: " ")
    if let first = words.first, first.hasPrefix("0x") { words[0] = first.dropFirst(2) }
    let parts = words.flatMap { $0.split(separator: ":", omittingEmptySubsequences: false) }
    guard parts.count == 1 || parts.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
    let digits = parts.joined()
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    let number = digits.drop { $0 == "0" }
    // RFC 5280 allows no more than 20 bytes: what is longer is written in another base.
    guard number.utf8.count <= 40 else { return nil }
    return number.isEmpty ? "0" : String(number)
  }
}
