import Entstore
import EntstoreRails
import Foundation

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
  private var waiting: [Arrival] = []
  private var waitingBytes = 0
  private var store: EntitlementStore?
  private var following: Following?
  /// What has become of it if somebody submits it.
  private var submitted: SubmittedLineages?
  /// Input that shares one commit: a lineage that many of its events touch is folded once, and pages are written once.
  private static let commitBytes = 64 << 20
  private static let commitCount = 65_536

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    // Everything is opened before anything is written: a name that is wrong costs nothing.
    if context.command.arguments.filter({ $0 == "-" }).count > 1 {
      throw context.command.usageError("Standard input ('-') can be read only once.")
    }
    let files = try opened(context.command.arguments)
    let trust = try InputTrust(context)
    submitted = try context.identifier("subject", as: Subject.self).map(SubmittedLineages.init)
    if submitted == nil, context.command.value(for: "reason") != nil {
      throw context.command.usageError("'--reason <text>' says why of '--subject <subject>'; give both.")
    }
    let isNew = !FileManager.default.fileExists(atPath: context.storePath)
    following = try Following(context)
    try following?.inspectBeginning(of: files, isNew: isNew)
    let isForKnownTokens = context.command.flag("known-tokens-only")
    let store = try context.openOrMake(
      isActing: submitted != nil || isForKnownTokens, checking: .tables([.meta]))
    self.store = store
    try trust.allowApps(in: store)
    if isForKnownTokens { try takeKnownTokensOnly(store) }

    try Interruption.listen()
    do {
      try importAll(files, with: trust.decoder(for: store, wantsPlaces: following != nil))
    } catch {
      if tally.read > 0 { reportCommitted(before: error) }
      throw error
    }
    try report()
    if isNew, tally.refused == tally.read {
      context.output.note(
        "Nothing was taken. If \(context.storePath) should hold the other environment, delete it and import again with "
          + "'--environment \(store.environment == .production ? "sandbox" : "production")'.")
    }
    if tally.erasures > 0 {
      context.output.note(
        "\(counted(tally.erasures, "erasure")) taken: old bytes stay in the file until 'entstore compact'.")
    }
    if Interruption.isRequested {
      context.output.note("Interrupted. \(Self.committed)")
      try context.output.flush()
      _exit(Interruption.exitCode)
    }
    return tally.refused > 0 ? .inputRefused : .done
  }

  private func opened(_ names: [String]) throws(CommandFailure) -> [InputFile] {
    do throws(CommandFailure) {
      return try names.map { name throws(CommandFailure) in try InputFile(name) }
    } catch {
      throw CommandFailure(code: error.code, message: "\(error.message). Nothing was taken")
    }
  }

  private func importAll(_ files: [InputFile], with decoder: PayloadDecoder) throws {
    let sizes = files.compactMap(\.byteCount)
    let total = sizes.count == files.count ? sizes.reduce(0, +) : nil
    let progress = ProgressDisplay("Importing", total: total, unit: .bytes, output: context.output)
    defer { progress.finish() }
    guard let store else { return }
    try ImportPipeline(decoder: decoder, preparer: store.preparer).run { take in
      for file in files where !Interruption.isRequested { try Self.payloads(in: file, take) }
    } write: { arrivals in
      progress.advance(by: arrivals.byteCount)
      waiting += arrivals.all
      waitingBytes += arrivals.byteCount
      if waitingBytes >= Self.commitBytes || waiting.count >= Self.commitCount { try commit() }
      return following == nil || tally.refused == 0
    }
    try commit()
  }

  private static func payloads(in file: InputFile, _ take: (Payload) -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var splitter = PayloadSplitter(file: file.name, mayBeEmpty: file.mayBeEmpty)
    while !Interruption.isRequested, !splitter.isDone {
      let chunk = try file.read(into: &buffer)
      if chunk.isEmpty { break }
      splitter.take(chunk, take)
    }
    if !Interruption.isRequested { splitter.finish(take) }
  }

  /// An unknown token leaves its lineage unbound, from the first event on.
  private func takeKnownTokensOnly(_ store: EntitlementStore) throws {
    try store.write { transaction in
      var policy = try transaction.read { $0.identityPolicy }
      policy.knownTokensOnly = true
      try transaction.setIdentityPolicy(policy)
    }
  }

  /// Writes what waits in one transaction; what was refused is said with its place.
  private func commit() throws {
    guard !waiting.isEmpty, let store else { return }
    // Who interrupts does not wait for somebody else's write; what has been read is read again another time.
    if Interruption.isRequested, store.writingProcess != nil { return }
    try Interruption.endAtOnce(
      saying: "Interrupted while another process writes. Committed before: \(tally.sentence)",
      if: { store.writingProcess != nil })
    context.showWait(for: store)
    defer { context.output.clearTransient() }
    var tally = tally
    var submitted = submitted
    var refusals: [String] = []
    do {
      try store.write { transaction in
        Interruption.holdOff()
        // Who follows must know the place of each before the next one is taken.
        let receipts = try following == nil ? transaction.append(waiting) : []
        var next = 0
        var lineages: [Lineage] = []
        var seen: Set<Lineage> = []
        for outcome in waiting where following == nil || refusals.isEmpty {
          tally.read += 1
          do {
            let content = try outcome.result.get()
            let receipt: Receipt
            if let following {
              receipt = try following.take(content, of: outcome, in: &transaction)
            } else {
              next += 1
              receipt = try receipts[next - 1].get()
            }
            tally.count(receipt.outcome)
            if content.isErasure, receipt.outcome != .duplicate { tally.erasures += 1 }
            guard submitted != nil else { continue }
            if receipt.outcome == .duplicate {
              submitted?.noteDuplicate(of: content.lineages, at: receipt.sequence)
            }
            for lineage in content.lineages where seen.insert(lineage).inserted { lineages.append(lineage) }
          } catch let reason as PayloadDecoder.Reason {
            transaction.countRefusal(reason.kind)
            refusals.append(refusal(of: outcome, reason.text, reason.kind == .wrongEnvironment))
          } catch let error as StoreError where error.isRefusal {
            let isOther = if case .wrongEnvironment = error { true } else { false }
            refusals.append(refusal(of: outcome, "\(error)", isOther))
          }
        }
        if let subject = submitted?.subject {
          submitted?.note(try transaction.submit(lineages, by: subject, reason: context.reason))
        }
      }
    } catch is StoreError where !refusals.isEmpty && refusals.count == tally.read - self.tally.read {
      // Only the count of what was refused was to be written, and that is no reason to stop.
    }
    tally.refused += refusals.count
    self.tally = tally
    self.submitted = submitted
    waiting.removeAll(keepingCapacity: true)
    waitingBytes = 0
    for refusal in refusals { context.output.note(refusal) }
  }

  private func refusal(
    of arrival: Arrival, _ reason: String, _ isOfOtherEnvironment: Bool
  ) -> String {
    let remedy = isOfOtherEnvironment ? "; a store of its own takes it, made with '--environment'" : ""
    let text = "\(arrival.origin) \(reason)\(remedy)"
    if following == nil { return text }
    return "\(text)\(text.hasSuffix("?") ? "" : ".") Nothing from here on was taken"
  }

  private static let committed = "What is counted above is committed; run it again to go on."

  /// Whatever ended it, the commits before stay.
  private func reportCommitted(before error: any Error) {
    if case StoreError.movedAway = error {
      // That file may be gone for good: nothing is counted as taken.
      return context.output.note("Into the file that was there went: \(tally.sentence)")
    }
    do {
      try reportCounts()
      try context.output.flush()
    } catch {
      // What ended the import is still to be told.
      context.output.note("\(error). Counted: \(tally.sentence)")
    }
    context.output.note(Self.committed)
  }

  private func reportCounts() throws {
    let members = tally.members + [("submission", .null)]
    try context.output.writeLine(context.isJSON ? JSONText.object(members).line : tally.sentence)
  }

  private func report() throws {
    guard let submitted, let store else { return try reportCounts() }
    let entitlements = try store.entitlements(of: submitted.subject)
    submitted.noteConflicts(context)
    try submitted.noteErased(context, in: store)
    if context.isJSON {
      let members = tally.members + [("submission", submitted.json(entitlements))]
      return try context.output.writeLine(JSONText.object(members).line)
    }
    try context.output.writeLine(tally.sentence)
    try submitted.print(entitlements, context)
  }
}
