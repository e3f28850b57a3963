import CZstd

/// Compression of payloads and backups.
package enum Zstd {
  /// One zstd frame of `bytes`, with its content size in its header. O(*n*) for *n* bytes.
  ///
  /// - Parameter level: The library's own scale; 3 is its default, more is smaller and slower.
  package static func compress(_ bytes: [UInt8], level: Int = 3) -> [UInt8] {
    let bound = ZSTD_compressBound(bytes.count)
    return unsafe bytes.withUnsafeBytes { input in
      unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        let written = unsafe ZSTD_compress(
          output.baseAddress, bound, input.baseAddress, input.count, CInt(clamping: level))
        // With room for the worst case, what is left to fail is memory.
        precondition(ZSTD_isError(written) == 0, "zstd cannot compress")
        count = written
      }
    }
  }

  /// What one frame holds. Never allocates more than `limit` bytes for it, whatever the frame claims.
  ///
  /// - Parameter limit: The most bytes that the content may have.
  /// - Throws: ``DigestError/damagedFrame(reason:)``, ``DigestError/exceedsLimit(limit:)``
  package static func decompress(_ bytes: RawSpan, limit: Int) throws(DigestError) -> [UInt8] {
    let outcome: Result<[UInt8], DigestError> = unsafe bytes.withUnsafeBytes { input in
      let size = unsafe ZSTD_getFrameContentSize(input.baseAddress, input.count)
      // The two greatest values are the library's "unknown" and "error"; `compress` always states a size.
      if size >= UInt64.max - 1 { return .failure(.damagedFrame(reason: "no frame with a size")) }
      guard let capacity = Int(exactly: size), capacity <= limit else {
        return .failure(.exceedsLimit(limit: limit))
      }
      var fault: DigestError?
      let content = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        let written = unsafe ZSTD_decompress(
          output.baseAddress, capacity, input.baseAddress, input.count)
        if ZSTD_isError(written) != 0 {
          fault = .damagedFrame(reason: unsafe String(cString: ZSTD_getErrorName(written)))
        } else if written != capacity {
          fault = .damagedFrame(reason: "\(written) bytes where \(capacity) were stated")
          count = written
        } else {
          count = written
        }
      }
      if let fault { return .failure(fault) }
      return .success(content)
    }
    return try outcome.get()
  }

  /// What one frame holds; see the other form.
  package static func decompress(_ bytes: [UInt8], limit: Int) throws(DigestError) -> [UInt8] {
    try unsafe decompress(bytes.span.bytes, limit: limit)
  }
}
