import Entstore

/// `entstore forge life`: makes up customers and writes down what the App Store would tell of them.
struct ForgeLifeCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let settings = LifeSettings(
      subjects: try number("subjects", in: 1...LifeSettings.mostSubjects),
      months: try number("months", in: 1...LifeSettings.mostMonths, default: 12),
      seed: UInt64(try number("seed", in: 0...Int.max, default: 1)),
      isSandbox: context.command.value(for: "environment") != "production")
    var delivery = LifeDelivery(
      seed: settings.seed, duplicateRate: try rate("duplicate"), lossRate: try rate("lose"),
      isShuffled: context.command.flag("shuffle"))
    let seal = try signer().map { signer in
      { (line: ArraySlice<UInt8>) in try signer.signed(Array(line.dropLast())) + [UInt8(ascii: "\n")] }
    }
    let progress = ProgressDisplay(
      "Forging", total: settings.subjects, unit: .items("lives"), output: context.output)
    defer { progress.finish() }
    for subject in 0..<settings.subjects {
      try delivery.deliver(SubjectLife(subject, settings), seal: seal, to: write)
      progress.advance()
    }
    try delivery.finish(to: write)
    return .done
  }

  private func signer() throws -> PayloadSigner? {
    switch (context.command.flag("signed"), context.command.value(for: "ca")) {
    case (false, nil): return nil
    case (true, let folder?): return PayloadSigner(authority: try AuthorityFolder(path: folder).read())
    case (true, nil): throw context.command.usageError("'--signed' needs an authority: add '--ca <folder>'.")
    case (false, .some): throw context.command.usageError("'--ca' signs nothing without '--signed'.")
    }
  }

  private func write(_ line: ArraySlice<UInt8>) throws {
    try context.output.write(unsafe line.span.bytes)
  }

  private func number(_ option: String, in range: ClosedRange<Int>, default value: Int? = nil) throws -> Int {
    guard let text = context.command.value(for: option) else { return value! }
    guard let number = Int(text), range.contains(number) else {
      throw context.command.usageError(
        "The value \(quoted(text)) for '--\(option)' is no number "
          + "from \(range.lowerBound) to \(range.upperBound)."
      )
    }
    return number
  }

  private func rate(_ option: String) throws -> Double {
    guard let text = context.command.value(for: option) else { return 0 }
    guard let rate = Double(text), (0...1).contains(rate) else {
      throw context.command.usageError("The value \(quoted(text)) for '--\(option)' is no rate from 0 to 1.")
    }
    return rate
  }
}
