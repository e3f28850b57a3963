import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's `read`, which the method below would hide.
private func readBytes(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, start, count)
}

/// An input that is read from front to end; `-` is standard input.
final class InputFile: Sendable {
  let name: String
  /// An empty file is most often a mistake; a pipe that says nothing has nothing to say.
  var mayBeEmpty: Bool { descriptor == STDIN_FILENO }
  /// Its size in bytes, where it has one.
  let byteCount: Int?
  private let descriptor: Int32
  /// What has been looked at and not read yet.
  private let ahead = Mutex<ArraySlice<UInt8>>([])

  /// Opens it.
  ///
  /// - Throws: ``CommandFailure``: it is missing or cannot be read.
  init(_ path: String) throws(CommandFailure) {
    if path == "-" {
      name = "standard input"
      descriptor = STDIN_FILENO
      byteCount = nil
      return
    }
    name = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw Self.failure(path, errno) }
    var status = stat()
    if unsafe fstat(descriptor, &status) != 0 { throw Self.failure(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw CommandFailure(code: .inputMissing, message: "\(path) is a folder")
    }
    byteCount = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The next bytes, at most `buffer.count`; none at the end, or when the user has interrupted.
  func read(into buffer: inout [UInt8]) throws(CommandFailure) -> ArraySlice<UInt8> {
    let seen = ahead.withLock { ahead in
      defer { ahead = ahead.dropFirst(buffer.count) }
      return ahead.prefix(buffer.count)
    }
    return try seen.isEmpty ? readOn(into: &buffer) : seen
  }

  /// What stands before the first newline, or the end; to be read yet.
  func firstLine(atMost limit: Int) throws(CommandFailure) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let chunk = try readOn(into: &buffer)
      bytes += chunk
      if chunk.isEmpty || chunk.contains(newline) { break }
    }
    ahead.withLock { $0 = bytes[...] }
    return Array(bytes.prefix { $0 != newline })
  }

  private func readOn(into buffer: inout [UInt8]) throws(CommandFailure) -> ArraySlice<UInt8> {
    while true {
      Interruption.waitForInput(on: descriptor)
      if Interruption.isRequested { return buffer[..<0] }
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe readBytes(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return buffer[..<count] }
      if errno != EINTR { throw Self.failure(name, errno) }
    }
  }

  /// Everything, for small inputs.
  func readAll(atMost limit: Int) throws(CommandFailure) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let chunk = try read(into: &buffer)
      if chunk.isEmpty { return all }
      all += chunk
      if all.count > limit {
        throw CommandFailure(code: .inputRefused, message: "\(name) is larger than \(limit) bytes")
      }
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    // With fewer files open it could be read.
    let isOwn = [EMFILE, ENFILE].contains(code)
    return CommandFailure(
      code: isOwn ? .diskFailure : .inputMissing, message: "\(path): \(systemText(code))")
  }
}
