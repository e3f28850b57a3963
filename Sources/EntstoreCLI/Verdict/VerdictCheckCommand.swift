import Entstore
import EntstoreRails
import Foundation

/// `entstore verdict check`: checks a verdict as its holder would, and answers from it.
struct VerdictCheckCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let subject = try context.identifier("subject", as: Subject.self)
    let environment: StoreEnvironment =
      context.command.value(for: "environment") == "sandbox" ? .sandbox : .production
    let key = try context.identifier("key", as: EntitlementKey.self)
    let at = try context.instant("at") ?? SystemClock.now()
    let trusted = try context.command.values(for: "public-key").map(publicKey)
    let verdict: Verdict
    do {
      verdict = try Verdict(try text(), for: subject, in: environment) { message, signature in
        trusted.contains { $0.isSigned(message, signature) }
      }
    } catch VerdictError.otherEnvironment(let other) {
      throw CommandFailure(
        code: .inputRefused,
        message:
          "\(VerdictError.otherEnvironment(other)); to check it, give '--environment \(other)'")
    } catch let error as VerdictError {
      let argument = context.command.arguments[0]
      let isFile = argument != "-" && FileManager.default.fileExists(atPath: argument)
      let question = isFile ? "; \(quoted(argument)) is a file: give - and redirect it (- < FILE)" : ""
      throw CommandFailure(code: .inputRefused, message: "\(error)\(question)")
    }
    guard let key else {
      try list(verdict, at: at)
      return .done
    }
    let access = verdict.access(to: key, at: at)
    try answer(key, access, verdict, at: at)
    return access.isEntitled ? .done : .negative
  }

  private func answer(_ key: EntitlementKey, _ access: Access, _ verdict: Verdict, at instant: Instant) throws
  {
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object(
          [("subject", .text(verdict.subject.text)), ("key", .text(key.text)), ("at", .time(instant))]
            + members(key, access, verdict, at: instant)
        ).line)
      return
    }
    let word = access.isEntitled ? context.style.green("yes") : context.style.red("no")
    var sentence = "\(access.status)"
    if "\(access.reason)" != "\(access.status)" { sentence += " (\(access.reason))" }
    if access.isEntitled {
      sentence += access.entitledUntil.map { ", access until \(TimeText.text($0))" } ?? ", without an end"
    }
    if verdict.isExtended(key, at: instant) { sentence += ", extended: the schedule has ended" }
    if verdict.keys[key] == nil { sentence = "the verdict does not name \(quoted(key.text))" }
    try context.output.writeLine("\(word): \(sentence)")
  }

  private func list(_ verdict: Verdict, at instant: Instant) throws {
    let keys = verdict.keys.keys.sorted()
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("subject", .text(verdict.subject.text)), ("issuedAt", .time(verdict.issuedAt)),
          ("askAgainAt", .time(verdict.askAgainAt)), ("hasEverPaid", .bool(verdict.hasEverPaid)),
          ("at", .time(instant)),
          (
            "keys",
            .array(
              keys.map { key in
                .object(
                  [("key", .text(key.text))]
                    + members(key, verdict.access(to: key, at: instant), verdict, at: instant))
              })
          ),
        ]).line)
      return
    }
    let paid = verdict.hasEverPaid ? "has paid" : "has never paid"
    try context.output.writeLine(
      "\(visible(verdict.subject.text)) \(paid); issued \(TimeText.text(verdict.issuedAt)), "
        + "ask again \(TimeText.text(verdict.askAgainAt))")
    if keys.isEmpty { return }
    var table = TextTable([
      .init("KEY", isShrinkable: true), .init("ACCESS"), .init("STATUS"), .init("WHY"), .init("UNTIL"),
    ])
    for key in keys {
      let access = verdict.access(to: key, at: instant)
      table.append([
        key.text, access.isEntitled ? "yes" : "no", "\(access.status)", "\(access.reason)",
        access.isEntitled ? access.entitledUntil.map(TimeText.text) ?? "forever" : "-",
      ])
    }
    try context.output.write(table.text(width: Terminal.tableWidth(1)) { context.style.bold($0) })
  }

  private func members(
    _ key: EntitlementKey, _ access: Access, _ verdict: Verdict, at instant: Instant
  ) -> [(String, JSONText)] {
    [
      ("isEntitled", .bool(access.isEntitled)), ("status", .text("\(access.status)")),
      ("reason", .text("\(access.reason)")), ("until", .time(access.until)),
      ("entitledUntil", .time(access.entitledUntil)),
      ("isExtended", .bool(verdict.isExtended(key, at: instant))),
    ]
  }

  /// A file of PEM where there is one of that name, else base64.
  private func publicKey(_ value: String) throws -> VerdictPublicKey {
    let file: InputFile
    do {
      file = try InputFile(value)
    } catch {
      if let key = try? VerdictPublicKey(base64: value) { return key }
      throw error
    }
    do {
      return try VerdictPublicKey(pem: file.readAll(atMost: 65_536))
    } catch let error as VerdictKeyError {
      throw CommandFailure(code: .inputMissing, message: "\(value): \(error)")
    }
  }

  /// The verdict's text without the newline that a pipe or a file puts behind it.
  private func text() throws -> String {
    let argument = context.command.arguments[0]
    guard argument == "-" else { return argument }
    var bytes = try InputFile("-").readAll(atMost: Verdict.maximumByteCount + 2)
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") {
      bytes.removeLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
