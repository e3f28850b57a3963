#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the first line ends. The C library looks at many bytes at once.
func firstBreak(in bytes: ArraySlice<UInt8>) -> Int? {
  let place: Int? = unsafe bytes.withUnsafeBytes { bytes in
    guard let start = bytes.baseAddress, let found = unsafe memchr(start, 0x0A, bytes.count) else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - start
  }
  return place.map { bytes.startIndex + $0 }
}
