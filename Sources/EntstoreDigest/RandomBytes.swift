import COpenSSL

/// The system's cryptographic random source.
package enum RandomBytes {
  /// `count` bytes that nobody can foresee.
  ///
  /// - Precondition: `count` is from 0 to 2³¹ − 1.
  /// - Throws: ``DigestError/noRandomness(code:)``
  package static func fill(_ count: Int) throws(DigestError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let wanted = CInt(count)
    let done = unsafe bytes.withUnsafeMutableBufferPointer { output in
      unsafe RAND_bytes(output.baseAddress, wanted)
    }
    guard done == 1 else { throw .noRandomness(code: UInt(ERR_get_error())) }
    return bytes
  }
}
