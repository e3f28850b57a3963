import Entstore
import EntstoreRails

/// `entstore claim`: a subject asks for what was bought.
struct ClaimCommand {
  private let context: Context
  /// One person's purchases; more is a matter for `import --subject`.
  private static let most = 1_000

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let subject = try context.required("subject", as: Subject.self)
    let lineage = try context.identifier("lineage", as: Lineage.self)
    guard (lineage == nil) != context.command.arguments.isEmpty else {
      throw context.command.usageError("Give one of '--lineage <lineage>' or a file of signed transactions.")
    }
    let trust = try InputTrust(context)
    let file = try context.command.arguments.first.map { try InputFile($0) }
    let store = try context.openForWriting(checking: .subject(subject))
    if let lineage { try store.checkPages(of: lineage) }
    try trust.allowApps(in: store)
    let outcomes = try file.map { try decoded($0, with: trust.decoder(for: store)) } ?? []

    var refusals: [String] = []
    var known: [Lineage: UInt64] = [:]
    let claims = try store.write { transaction in
      var lineages = lineage.map { [$0] } ?? []
      for outcome in outcomes {
        do {
          switch try outcome.result.get() {
          case .event(let draft):
            let receipt = try transaction.append(draft)
            for facts in draft.facts {
              if receipt.outcome == .duplicate { known[facts.lineage] = receipt.sequence }
              if !lineages.contains(facts.lineage) { lineages.append(facts.lineage) }
            }
          case .erased(let erased): try transaction.append(erased)
          }
        } catch let reason as PayloadDecoder.Reason {
          transaction.countRefusal(reason.kind)
          refusals.append("\(outcome.origin) \(reason.text)")
        } catch let error as StoreError where error.isRefusal {
          refusals.append("\(outcome.origin) \(error)")
        }
      }
      return try lineages.map { lineage in
        Submission.Claim(
          lineage: lineage, outcome: try transaction.claim(lineage, for: subject, reason: context.reason))
      }
    }
    for refusal in refusals { context.output.note(refusal) }
    try print(claims, for: subject, known, store)
    if !refusals.isEmpty { return .inputRefused }
    // Of nothing they hold nothing: a script that opens the door on 0 must not be told so.
    return !claims.isEmpty && claims.allSatisfy(\.outcome.isHeld) ? .done : .negative
  }

  private func decoded(_ file: InputFile, with decoder: PayloadDecoder) throws -> [PayloadDecoder.Outcome] {
    var splitter = PayloadSplitter(file: file.name, mayBeEmpty: file.mayBeEmpty)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var outcomes: [PayloadDecoder.Outcome] = []
    func take(_ payload: Payload) throws {
      outcomes += decoder.events(in: payload)
      if outcomes.count > Self.most {
        throw CommandFailure(
          code: .inputRefused,
          message: "\(file.name) has more than \(Self.most) events; 'import --subject' takes any number")
      }
    }
    while true {
      let chunk = try file.read(into: &buffer)
      if chunk.isEmpty { break }
      try splitter.take(chunk, take)
    }
    try splitter.finish(take)
    return outcomes
  }

  private func print(
    _ claims: [Submission.Claim], for subject: Subject, _ known: [Lineage: UInt64], _ store: EntitlementStore
  ) throws {
    if context.isJSON {
      try context.output.writeLine(
        JSONText.object([
          ("subject", .text(subject.text)),
          ("lineages", .array(claims.map { ClaimText.json($0, for: subject) })),
        ]).line)
    } else {
      for claim in claims {
        try context.output.writeLine(
          ClaimText.sentence(claim, for: subject, namesOthers: context.isPersonsScreen))
      }
    }
    if claims.isEmpty { context.output.note("Nothing that could be claimed was read.") }
    for claim in claims {
      try context.noteIfUnheardOf(claim.lineage, in: store, unlessErased: known[claim.lineage])
    }
  }
}

extension Context {
  /// Says that no store has told of `lineage` yet, if that is so: most often a slip of the pen; or that what was told was erased.
  ///
  /// - Parameter place: Where the log has what was submitted, if it was there before.
  func noteIfUnheardOf(
    _ lineage: Lineage, in store: EntitlementStore, unlessErased place: UInt64? = nil
  ) throws {
    guard try store.read({ try $0.entitlement(of: lineage) }) == nil else { return }
    if try noteIfErased(lineage, in: store, at: place) { return }
    output.note("No purchase of \(visible(lineage.text)) has been heard of yet; it opens nothing until then.")
  }

  /// Says that what was said of `lineage` is gone, if the event that states it was erased: it would be told as held, and open nothing.
  @discardableResult
  func noteIfErased(_ lineage: Lineage, in store: EntitlementStore, at place: UInt64?) throws -> Bool {
    guard let place, try store.read({ try $0.isGone(lineage, by: place) }) else { return false }
    output.note(
      "What was said of \(visible(lineage.text)) was erased: it opens nothing until a newly signed transaction of it comes."
    )
    return true
  }
}

extension Snapshot {
  /// Whether nothing is known of `lineage`, and the event at `place`, which spoke of it, is erased or an erasure that waited for it.
  fileprivate func isGone(_ lineage: Lineage, by place: UInt64) throws -> Bool {
    guard try entitlement(of: lineage) == nil, let event = try event(place) else { return false }
    if case .erasure = event.draft.act { return true }
    return event.isErased
  }
}
