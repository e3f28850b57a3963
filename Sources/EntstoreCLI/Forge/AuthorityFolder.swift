import EntstoreRails

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of a development authority: certificates that anybody may read, and keys for its owner alone.
struct AuthorityFolder {
  let path: String

  private static let largestFile = 1 << 20

  /// The authority that is there.
  func read() throws(CommandFailure) -> ForgeAuthority {
    do {
      return try ForgeAuthority { name in
        try InputFile("\(path)/\(name)").readAll(atMost: Self.largestFile)
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(code: .inputMissing, message: "\(path): \(error)")
    }
  }

  /// The first of the authority's files that is there already.
  func existing(of authority: ForgeAuthority) throws -> String? {
    try authority.pemFiles().map(\.name).first { unsafe access("\(path)/\($0)", F_OK) == 0 }
  }

  /// Writes the authority down; what was there stays, and after a failure nothing new is.
  func write(_ authority: ForgeAuthority) throws {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw CommandFailure.cannotWrite(path) }
    var written: [String] = []
    do {
      for file in try authority.pemFiles() {
        let name = "\(path)/\(file.name)"
        let descriptor = unsafe open(
          name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isSecret ? 0o600 : 0o644)
        if descriptor < 0 { throw CommandFailure.cannotWrite(name) }
        written.append(name)
        defer { close(descriptor) }
        let code = writeAll(unsafe file.pem.span.bytes, to: descriptor)
        if code != 0 { throw CommandFailure.cannotWrite(name, code) }
        if fsync(descriptor) != 0 { throw CommandFailure.cannotWrite(name) }
      }
    } catch {
      for name in written { unsafe unlink(name) }
      throw error
    }
  }
}
