import Entstore
import EntstoreRails

/// `entstore verdict issue`: signs what is known of a subject.
struct VerdictIssueCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let subject = try context.identifier("subject", as: Subject.self)!
    let offline = OfflinePolicy(
      extendsBy: try span("extension", atLeast: 0) ?? OfflinePolicy.standard.extendsBy,
      asksWithin: try span("ask-within", atLeast: 1) ?? OfflinePolicy.standard.asksWithin)
    let at = try context.instant("at")
    let key = try signingKey()
    let verdict = try context.openForReading(checking: .subject(subject)).read { snapshot in
      try snapshot.verdict(for: subject, at: at, offline: offline)
    }
    let text: String
    do {
      text = try key.text(of: verdict)
    } catch {
      throw CommandFailure(code: .fault, message: "\(error)")
    }
    guard context.isJSON else {
      try context.output.writeLine(text)
      return .done
    }
    try context.output.writeLine(
      JSONText.object([
        ("subject", .text(subject.text)), ("issuedAt", .time(verdict.issuedAt)),
        ("askAgainAt", .time(verdict.askAgainAt)), ("hasEverPaid", .bool(verdict.hasEverPaid)),
        ("keyID", .text(key.publicKey.id.text)), ("text", .text(text)),
      ]).line)
    return .done
  }

  private func signingKey() throws -> VerdictSigningKey {
    let path = context.command.value(for: "key-file")!
    let pem = try InputFile(path).readAll(atMost: 65_536)
    do {
      return try VerdictSigningKey(pem: pem)
    } catch {
      throw CommandFailure(code: .inputMissing, message: "\(path): \(error)")
    }
  }

  private func span(_ option: String, atLeast least: Int64) throws -> TimeSpan? {
    guard let text = context.command.value(for: option) else { return nil }
    guard let span = Term.span(text), span.milliseconds >= least else {
      throw context.command.usageError(
        "The value \(quoted(text)) for '--\(option)' is no duration; write P7D, PT12H or PT90M.")
    }
    return span
  }
}
