import CLMDB

extension MDB_val {
  /// Lends `bytes` to LMDB, which only reads them, for the call that `body` makes.
  static func lending<R>(_ bytes: RawSpan, _ body: (inout MDB_val) -> R) -> R {
    unsafe bytes.withUnsafeBytes { buffer in
      var value = unsafe MDB_val(
        mv_size: buffer.count, mv_data: UnsafeMutableRawPointer(mutating: buffer.baseAddress))
      return unsafe body(&value)
    }
  }

  /// The bytes in the map. The caller says what keeps them there.
  var bytes: RawSpan {
    @_lifetime(immortal)
    get {
      let buffer = unsafe UnsafeRawBufferPointer(start: mv_data, count: mv_size)
      return unsafe _overrideLifetime(buffer.bytes, borrowing: ())
    }
  }
}
