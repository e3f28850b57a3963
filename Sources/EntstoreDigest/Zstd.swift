import CZstd

/// Lossless compression by libzstd.
package enum Zstd {
  /// `bytes`, smaller where they repeat themselves. Level 1 is the fastest, 19 the smallest.
  package static func compress(_ bytes: [UInt8], level: Int32) throws(DigestError) -> [UInt8] {
    let bound = ZSTD_compressBound(bytes.count)
    var failed = false
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      let size = unsafe bytes.withUnsafeBytes { source in
        unsafe ZSTD_compress(target.baseAddress, target.count, source.baseAddress, source.count, level)
      }
      failed = ZSTD_isError(size) != 0
      count = failed ? 0 : size
    }
    if failed { throw .notCompressible }
    return packed
  }

  /// The bytes that were compressed.
  ///
  /// - Parameter limit: The most that they may grow to: what is stored decides about no memory beyond it.
  package static func decompress(_ packed: [UInt8], limit: Int) throws(DigestError) -> [UInt8] {
    let size = try statedSize(of: packed, limit: limit)
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
      let written = unsafe packed.withUnsafeBytes { source in
        unsafe ZSTD_decompress(target.baseAddress, target.count, source.baseAddress, source.count)
      }
      failed = ZSTD_isError(written) != 0 || written != size
      count = failed ? 0 : written
    }
    if failed { throw .notDecompressible }
    return bytes
  }

  /// The size that a frame says its content has, if that is within `limit`.
  static func statedSize(of packed: [UInt8], limit: Int) throws(DigestError) -> Int {
    let size = unsafe packed.withUnsafeBytes { unsafe ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
    // The two largest values say that the size is unknown or the frame is none.
    guard size < UInt64.max - 1 else { throw .notDecompressible }
    guard size <= UInt64(limit) else { throw .tooLarge(limit: limit) }
    return Int(size)
  }
}
