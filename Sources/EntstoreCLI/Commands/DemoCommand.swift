import Entstore
import EntstoreRails

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `entstore demo`: shows what this is by running its own commands on a made-up sample.
struct DemoCommand {
  private let context: Context
  /// The instant that the demo's questions are about: day 50 of its customers' lives.
  private static let today = "2026-02-20"

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let folder = try temporaryFolder()
    let files = ["demo.entstore", "demo.entstore-lock", "sample.ndjson", "catalog.json"].map {
      "\(folder)/\($0)"
    }
    try Interruption.endAtOnce(saying: "Interrupted.", removing: files + [folder], awaitingChild: true)
    defer { EngineSignals.removeLeftovers() }
    let kept = context.command.value(for: "store")
    if let kept, unsafe access(kept, F_OK) == 0 {
      throw CommandFailure(code: .usage, message: "\(kept) exists already; the demo makes a store of its own")
    }
    let store = kept ?? folder + "/demo.entstore"
    let sample = folder + "/sample.ndjson"
    let catalog = folder + "/catalog.json"
    try write(DemoSample.lines.joined(separator: "\n") + "\n", to: sample)
    try write(DemoSample.catalog, to: catalog)

    try say(
      "Five customers of a made-up app. The App Store has told of them late, backwards, and once twice.")
    try show(["import", "--store", store, "--unsigned", sample])
    try say("Which products open what: the app asks for \"pro\", never for a product.")
    try show(["catalog", "set", "--store", store, catalog])
    try say(
      "Everything that Ben has or had on \(Self.today): he moved from basic to pro, and pro includes basic.")
    try show(["query", "--store", store, "--subject", "ben", "--at", Self.today])
    try say(
      "The one answer, for Ana. Her card failed, she kept access in grace, paid, was refunded, and that was undone."
    )
    try show(["query", "--store", store, "--subject", "ana", "--key", "pro", "--at", Self.today])
    try say("The same answer for a program; the exit code says it too (0 entitled, 1 not).")
    try show(["query", "--store", store, "--subject", "ana", "--key", "pro", "--at", Self.today, "--json"])
    try say("On day 42 she stood refunded: the log remembers, so the past can be asked.")
    try show(["query", "--store", store, "--subject", "ana", "--key", "pro", "--at", "2026-02-12"])
    try say("How it came about, newest first.")
    try show(["history", "--store", store, "--subject", "ana"])
    try say("And every byte of it can be checked.")
    try show(["verify", "--store", store])
    if let kept { try context.output.writeLine("\nThe store stays at \(visible(kept)).") }
    return .done
  }

  private func say(_ text: String) throws {
    let lines = wrapped(text, width: Terminal.textWidth(1) - 2).map { "# " + $0 }
    try context.output.writeLine("\n" + lines.map(context.style.bold).joined(separator: "\n"))
  }

  /// Runs a command of this program in a child, and shows it as one would type it.
  private func show(_ words: [String]) throws {
    let typed = words.map { $0.contains("/") ? String($0.split(separator: "/").last!) : $0 }
    try context.output.writeLine(context.style.dim("$ entstore " + typed.joined(separator: " ")))
    try context.output.flush()
    switch try ChildProcess.run(words) {
    case .exited(0), .exited(1): return
    case .exited(128 + SIGPIPE): endForClosedPipe()
    case .exited(let code):
      // The step has said what is wrong; its code says what kind it is.
      throw CommandFailure(
        code: ExitCode(rawValue: code) ?? .fault, message: "the demo's step '\(words[0])' ended with \(code)")
    case .signalled(let code):
      throw CommandFailure(code: .fault, message: "the demo's step '\(words[0])' ended with \(code)")
    }
  }

  private func temporaryFolder() throws -> String {
    let base = Terminal.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array((base + "/entstore-demo-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe mkdtemp(buffer.baseAddress!).map { unsafe String(cString: $0) }
    }
    guard let made else {
      throw CommandFailure(
        code: .diskFailure, message: "cannot make a folder in \(base): \(systemText(errno))")
    }
    return made
  }

  private func write(_ text: String, to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard descriptor >= 0, writeAll(unsafe bytes.span.bytes, to: descriptor) == 0 else {
      throw CommandFailure.cannotWrite(path)
    }
  }
}
