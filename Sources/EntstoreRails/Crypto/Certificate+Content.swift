import COpenSSL
import EntstoreModel

extension Certificate {
  /// From when until when it is valid, both included. A time that cannot be read makes it never valid.
  var validity: ClosedRange<Instant> {
    let start = unsafe instant(X509_get0_notBefore(pointer))
    let end = unsafe instant(X509_get0_notAfter(pointer))
    guard let start, let end, start <= end else { return .greatest ... .greatest }
    return start...end
  }

  private func instant(_ time: UnsafePointer<ASN1_TIME>?) -> Instant? {
    guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
    defer { unsafe ASN1_TIME_free(epoch) }
    var days: Int32 = 0
    var seconds: Int32 = 0
    // Without a second time libcrypto would take now.
    guard let time = unsafe time, unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
    return Instant(epochMilliseconds: (Int64(days) * 86_400 + Int64(seconds)) * 1_000)
  }

  /// The common name of its subject; empty where it has none.
  var name: String {
    guard let subject = unsafe X509_get_subject_name(pointer) else { return "" }
    let index = unsafe X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
    guard index >= 0, let entry = unsafe X509_NAME_get_entry(subject, index),
      let text = unsafe X509_NAME_ENTRY_get_data(entry)
    else { return "" }
    let content = unsafe UnsafeBufferPointer(
      start: ASN1_STRING_get0_data(text), count: Int(ASN1_STRING_length(text)))
    return unsafe String(decoding: content, as: UTF8.self)
  }

  /// Its serial number in lower-case hexadecimal, without leading zeros, as `openssl x509 -serial` shows it
  /// otherwise in capitals.
  var serialNumber: String {
    guard let number = unsafe ASN1_INTEGER_to_BN(X509_get0_serialNumber(pointer), nil) else { return "" }
    defer { unsafe BN_free(number) }
    guard let text = unsafe BN_bn2hex(number) else { return "" }
    defer { unsafe CRYPTO_free(text, #fileID, #line) }
    let digits = unsafe String(cString: text).lowercased().drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(digits)
  }
}
