import Entstore
import EntstoreRails

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `entstore import`: takes in what the stores sent.
final class ImportCommand {
  private let context: Context
  private var tally = ImportTally()
  private var waiting: [PayloadDecoder.Outcome] = []
  private var store: EntitlementStore?
  /// Events that share one commit: one flush of the disk for all of them, and pages are written once.
  private static let commitSize = 16_384

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    // Everything is opened before anything is written: a name that is wrong costs nothing.
    if context.command.arguments.filter({ $0 == "-" }).count > 1 {
      throw context.command.usageError("Standard input ('-') can be read only once.")
    }
    let files = try context.command.arguments.map { try InputFile($0) }
    let roots = try context.command.values(for: "root").map { try InputFile($0).readAll(atMost: 1 << 20) }
    if context.command.flag("unsigned"), !roots.isEmpty {
      throw context.command.usageError(
        "With '--unsigned' no signature is checked, so '--root' means nothing.")
    }
    let asked: StoreEnvironment? =
      switch context.command.value(for: "environment") {
      case "sandbox": .sandbox
      case "production": .production
      default: nil
      }
    let store = try EntitlementStore(path: context.storePath, environment: asked)
    self.store = store
    let apps = context.command.values(for: "app")
    if !apps.isEmpty { try store.write { try $0.allow(apps: apps) } }

    Interruption.listen()
    try importAll(files, into: store, roots: roots)
    try report()
    if Interruption.isRequested {
      context.output.note("Interrupted. What is counted above is committed; run it again to go on.")
      try context.output.flush()
      exit(Interruption.exitCode)
    }
    return tally.refused > 0 ? .inputRefused : .done
  }

  /// What makes the input believed: the operator's word, or a signature that leads to a trusted root and names a known app.
  private func trust(in store: EntitlementStore, roots: [[UInt8]]) throws -> PayloadDecoder.Trust {
    if context.command.flag("unsigned") { return .vouched }
    let apps = try store.read { try $0.apps() }
    if apps.isEmpty { return .unknownApps }
    let denied = Set(
      context.command.values(for: "deny-serial").map { serial in
        String(serial.lowercased().drop { $0 == "0" })
      })
    do {
      return .verified(
        try AppStoreVerifier(environment: store.environment, apps: Set(apps), roots: roots) { _, serial in
          denied.contains(serial)
        })
    } catch {
      throw CommandFailure(code: .inputMissing, message: "--root: \(error)")
    }
  }

  private func importAll(_ files: [InputFile], into store: EntitlementStore, roots: [[UInt8]]) throws {
    let sizes = files.compactMap(\.byteCount)
    let total = sizes.count == files.count ? sizes.reduce(0, +) : nil
    let progress = ProgressDisplay("Importing", total: total, unit: .bytes, output: context.output)
    defer { progress.finish() }
    let rail = AppStoreRail(environment: store.environment)
    let decoder = PayloadDecoder(rail: rail, trust: try trust(in: store, roots: roots))
    let pipeline = ImportPipeline(decoder: decoder) { [self] outcomes in
      waiting += outcomes
      if waiting.count >= Self.commitSize { try commit() }
    }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    for file in files where !Interruption.isRequested {
      var splitter = PayloadSplitter(file: file.name, mayBeEmpty: file.mayBeEmpty)
      while !Interruption.isRequested {
        let chunk = try file.read(into: &buffer)
        if chunk.isEmpty { break }
        try splitter.take(chunk) { try pipeline.take($0) }
        progress.advance(by: chunk.count)
      }
      if !Interruption.isRequested { try splitter.finish { try pipeline.take($0) } }
    }
    try pipeline.finish()
    try commit()
  }

  /// Writes what waits in one transaction; what was refused is said with its place.
  private func commit() throws {
    guard !waiting.isEmpty, let store else { return }
    var tally = tally
    var refusals: [String] = []
    try store.write { transaction in
      for outcome in waiting {
        tally.read += 1
        do {
          tally.count(try transaction.append(outcome.result.get()).outcome)
        } catch let reason as PayloadDecoder.Reason {
          refusals.append("\(outcome.file):\(outcome.line): \(reason.text)")
        } catch let error as StoreError where error.isRefusal {
          refusals.append("\(outcome.file):\(outcome.line): \(error)")
        }
      }
    }
    tally.refused += refusals.count
    self.tally = tally
    waiting.removeAll(keepingCapacity: true)
    for refusal in refusals { context.output.note(refusal) }
  }

  private func report() throws {
    try context.output.writeLine(context.isJSON ? tally.json.line : tally.sentence)
  }
}
