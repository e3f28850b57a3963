import Entstore

/// `entstore token`: account tokens, and whom they stand for.
struct TokenCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let shown = try context.identifier("show", as: AccountToken.self)
    let mapped = try context.identifier("map", as: AccountToken.self)
    let isFresh = context.command.flag("fresh")
    if let shown {
      guard mapped == nil, !isFresh,
        ["subject", "environment"].allSatisfy({ context.command.value(for: $0) == nil })
      else {
        throw context.command.usageError("'--show <token>' only asks; give nothing else with it.")
      }
      return try show(shown)
    }
    let subject = try context.required("subject", as: Subject.self)
    if let mapped {
      if isFresh {
        throw context.command.usageError("'--fresh' makes a token; '--map <token>' names one that is there.")
      }
      return try map(mapped, to: subject)
    }
    let token = try context.openOrMake(checking: .tables([.accounts])).mintToken(for: subject, fresh: isFresh)
    try print(token, subject, text: token.text)
    return .done
  }

  private func map(_ token: AccountToken, to subject: Subject) throws -> ExitCode {
    let isNew = try context.openOrMake(checking: .tables([.accounts])).mapToken(token, to: subject)
    let (code, name) = (visible(token.text), visible(subject.text))
    try print(
      token, subject, text: "\(code) stands for \(name) \(isNew ? "now" : "already").",
      more: [("changed", .bool(isNew))])
    return .done
  }

  private func show(_ token: AccountToken) throws -> ExitCode {
    let subject = try context.openForReading(checking: .tables([.accounts])).read {
      try $0.subject(of: token)
    }
    if subject == nil, !context.isJSON {
      context.output.note("Nobody has made the token \(visible(token.text)) known.")
      return .done
    }
    try print(token, subject, text: subject?.text ?? "")
    return .done
  }

  private func print(
    _ token: AccountToken, _ subject: Subject?, text: String, more: [(String, JSONText)] = []
  ) throws {
    let members: [(String, JSONText)] = [("token", .text(token.text)), ("subject", .text(subject?.text))]
    try context.output.writeLine(context.isJSON ? JSONText.object(members + more).line : visible(text))
  }
}
