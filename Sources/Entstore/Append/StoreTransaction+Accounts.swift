import EntstoreCodec
import EntstoreDigest
import EntstoreLMDB

extension StoreTransaction {
  /// The account token to hand to the app for `subject`'s purchases: App Store `appAccountToken`.
  ///
  /// The same one at every call; a UUID of version 4 from the system's cryptographic source, so that nobody can guess it.
  ///
  /// - Parameter isFresh: Make another one. Those made before go on standing for the subject.
  /// - Complexity: O(log *n*) for *n* tokens.
  public mutating func mintToken(for subject: Subject, fresh isFresh: Bool = false) throws -> AccountToken {
    if !isFresh, let token = try engine.reader.mintedToken(for: subject, in: tables) { return token }
    let token = try AccountToken(RandomBytes.uuid())
    try append(local(.account(AccountAct(token: token, subject: subject, isMinted: true)), type: "TOKEN"))
    return token
  }

  /// Says whom a token stands for that the backend made itself. Lineages that it pairs move to `subject` with it.
  ///
  /// - Returns: False if it stood for them already.
  /// - Throws: ``StoreError/tokenTaken(token:holder:)``: it stands for somebody else.
  /// - Complexity: O(log *n*), plus the lineages that the token pairs.
  @discardableResult
  public mutating func mapToken(_ token: AccountToken, to subject: Subject) throws -> Bool {
    if let known = try engine.reader.account(token, in: tables) {
      guard known.subject == subject else {
        throw StoreError.tokenTaken(token: token, holder: known.subject)
      }
      return false
    }
    try append(local(.account(AccountAct(token: token, subject: subject, isMinted: false)), type: "TOKEN"))
    return true
  }
}

extension RandomBytes {
  /// A UUID of version 4, in lower case.
  fileprivate static func uuid() throws -> String {
    var bytes = try make(count: 16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = bytes.hexadecimal
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }
}

extension [UInt8] {
  /// Two digits a byte, in lower case.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
