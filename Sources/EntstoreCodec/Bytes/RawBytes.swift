extension [UInt8] {
  /// The bytes, where they lie.
  package var rawSpan: RawSpan {
    @_lifetime(borrow self)
    get { unsafe span.bytes }
  }
}

extension RawSpan {
  /// Whether no byte is NUL and none is beyond ASCII: nearly every name that a store sends, told eight bytes at a time.
  var hasOnlyLetters: Bool {
    var offset = 0
    while offset &+ 8 <= byteCount {
      let word = word(at: offset)
      // Without a highest bit anywhere, taking 1 from each byte sets one just where a byte was 0.
      if (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 != 0 { return false }
      offset &+= 8
    }
    while offset < byteCount {
      let byte = byte(at: offset)
      if byte == 0 || byte >= 0x80 { return false }
      offset &+= 1
    }
    return true
  }

  var containsNUL: Bool {
    for offset in 0..<byteCount where byte(at: offset) == 0 { return true }
    return false
  }

  /// - Precondition: All of it is ASCII.
  var textOfASCII: String? {
    unsafe withUnsafeBytes { source in
      unsafe String(unsafeUninitializedCapacity: source.count) { target in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: source)
        return source.count
      }
    }
  }

  /// The text, if it is UTF-8.
  var validatedText: String? {
    unsafe withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
  }
}
