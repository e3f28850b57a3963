import CZstd
import Synchronization

/// Lossless compression of small things that are alike: what they have in common stands in a dictionary, not in each.
///
/// What was written is read with the very same dictionary only, which therefore never changes.
package final class ZstdDictionary: Sendable {
  private let compressing: Handle
  private let decompressing: Handle
  private let compressors: Idle
  private let decompressors = unsafe Idle { unsafe ZSTD_createDCtx() }

  /// - Parameters:
  ///   - bytes: As `zstd --train` makes them.
  ///   - level: 1 is the fastest, 19 the smallest. What was written at one level is read at every other.
  package init(_ bytes: [UInt8], level: Int32) {
    // They fail where memory has run out, and then nothing here can go on.
    let compressing = unsafe Handle(
      bytes.withUnsafeBytes { unsafe ZSTD_createCDict($0.baseAddress, $0.count, level) }!)
    self.compressing = compressing
    // A context keeps its parameters and its dictionary from one frame to the next.
    compressors = unsafe Idle {
      guard let context = unsafe ZSTD_createCCtx() else { return nil }
      unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0)
      unsafe ZSTD_CCtx_refCDict(context, compressing.pointer)
      return unsafe context
    }
    decompressing = unsafe Handle(
      bytes.withUnsafeBytes { unsafe ZSTD_createDDict($0.baseAddress, $0.count) }!)
  }

  deinit {
    unsafe ZSTD_freeCDict(compressing.pointer)
    unsafe ZSTD_freeDDict(decompressing.pointer)
    for handle in compressors.all { unsafe ZSTD_freeCCtx(handle.pointer) }
    for handle in decompressors.all { unsafe ZSTD_freeDCtx(handle.pointer) }
  }

  /// `bytes`, smaller where they repeat themselves or the dictionary. The frame states their size and does not name
  /// the dictionary.
  package func compress(_ bytes: [UInt8]) throws(DigestError) -> [UInt8] {
    guard let context = compressors.take() else { throw .notCompressible }
    defer { compressors.giveBack(context) }
    var failed = false
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) {
      target, count in
      let size = unsafe bytes.withUnsafeBytes { source in
        unsafe ZSTD_compress2(
          context.pointer, target.baseAddress, target.count, source.baseAddress, source.count)
      }
      failed = ZSTD_isError(size) != 0
      count = failed ? 0 : size
    }
    if failed { throw .notCompressible }
    return packed
  }

  /// The bytes that were compressed with this dictionary.
  ///
  /// - Parameter limit: The most that they may grow to: what is stored decides about no memory beyond it.
  package func decompress(_ packed: [UInt8], limit: Int) throws(DigestError) -> [UInt8] {
    let size = try Zstd.statedSize(of: packed, limit: limit)
    guard let context = decompressors.take() else { throw .notDecompressible }
    defer { decompressors.giveBack(context) }
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
      let written = unsafe packed.withUnsafeBytes { source in
        unsafe ZSTD_decompress_usingDDict(
          context.pointer, target.baseAddress, target.count, source.baseAddress, source.count,
          decompressing.pointer)
      }
      failed = ZSTD_isError(written) != 0 || written != size
      count = failed ? 0 : written
    }
    if failed { throw .notDecompressible }
    return bytes
  }
}

/// Something of libzstd's that one thread at a time uses, or that is only read.
@safe private struct Handle: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
  }
}

/// Contexts that nobody uses at the moment: making one costs more than what is compressed with it.
///
/// There are never more than threads that used one at the same time.
@safe private final class Idle: Sendable {
  private let handles = Mutex<[Handle]>([])
  private let make: @Sendable () -> OpaquePointer?

  init(_ make: @escaping @Sendable () -> OpaquePointer?) {
    unsafe self.make = unsafe make
  }

  var all: [Handle] { handles.withLock { $0 } }

  /// One that is the caller's until it is given back; `nil` where memory has run out.
  func take() -> Handle? {
    if let idle = handles.withLock({ $0.popLast() }) { return idle }
    return unsafe make().map { unsafe Handle($0) }
  }

  func giveBack(_ handle: Handle) {
    handles.withLock { $0.append(handle) }
  }
}
