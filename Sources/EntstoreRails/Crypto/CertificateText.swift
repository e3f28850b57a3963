import COpenSSL

/// Base64 of certificates, by libcrypto.
enum CertificateText {
  /// The base64 of `bytes`, padded, in one line.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    // One more for the NUL that libcrypto ends it with.
    var output = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let count = unsafe EVP_EncodeBlock(&output, bytes, Int32(bytes.count))
    return Array(output.prefix(Int(count)))
  }

  /// The content of base64 as ``encoded(_:)`` writes it; `nil` for every other spelling.
  static func decoded(_ text: [UInt8]) -> [UInt8]? {
    guard !text.isEmpty, text.count % 4 == 0, text.count <= 65_536 else { return nil }
    var output = [UInt8](repeating: 0, count: text.count / 4 * 3)
    let count = unsafe EVP_DecodeBlock(&output, text, Int32(text.count))
    ERR_clear_error()
    guard count == output.count else { return nil }
    let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
    output.removeLast(padding)
    // libcrypto forgives white space and spare bits.
    return encoded(output) == text ? output : nil
  }
}
