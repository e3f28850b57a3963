import Entstore
import EntstoreRails

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `entstore verdict key`: makes the key that signs verdicts.
struct VerdictKeyCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let path = context.command.value(for: "output")!
    let key: VerdictSigningKey
    let (privatePEM, publicPEM): ([UInt8], [UInt8])
    do {
      key = try VerdictSigningKey.make()
      (privatePEM, publicPEM) = (try key.pem(), try key.publicKey.pem())
    } catch {
      throw CommandFailure(code: .fault, message: "\(error)")
    }
    try write(privatePEM, to: path)
    let pem = String(decoding: publicPEM, as: UTF8.self)
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("file", .text(path)), ("keyID", .text(key.publicKey.id.text)),
          ("publicKey", .text(key.publicKey.base64)), ("publicKeyPEM", .text(pem)),
        ]).line)
      return .done
    }
    try context.output.writeLine(
      "Made a key in \(visible(path)). Keep it to yourself: who has it can open everything.")
    try context.output.writeLine("key id      \(key.publicKey.id)")
    try context.output.writeLine("public key  \(key.publicKey.base64)")
    try context.output.write(pem)
    return .done
  }

  /// Writes a new file that only its owner can read; after a failure there is none.
  private func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 {
      if errno == EEXIST {
        throw context.command.usageError(
          "There is a \(path) already. Give another name: a key is never overwritten.")
      }
      throw CommandFailure.cannotWrite(path)
    }
    defer { close(descriptor) }
    var code = writeAll(unsafe bytes.span.bytes, to: descriptor)
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if code != 0 {
      unsafe unlink(path)
      throw CommandFailure.cannotWrite(path, code)
    }
  }
}
