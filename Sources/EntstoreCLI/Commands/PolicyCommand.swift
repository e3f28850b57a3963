import Entstore

/// `entstore policy show` and `set`: the decisions of the business.
struct PolicyCommand {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  /// Both policies as they stand together.
  private struct Policies: Equatable {
    var identity: IdentityPolicy
    var times: Policy

    init(_ snapshot: Snapshot) {
      identity = snapshot.identityPolicy
      times = snapshot.policy
    }

    /// Names and values, as the options of `policy set` and members of JSON have them.
    var members: [(name: String, value: JSONText)] {
      [
        ("restore", .text("\(identity.restore)")), ("knownTokensOnly", .bool(identity.knownTokensOnly)),
        ("renewalLeeway", .text(Term.text(times.renewalLeeway))), ("soak", .text(Term.text(times.soak))),
        ("graceFallback", .text(Term.text(times.graceFallback))),
        ("earlyCharge", .text(Term.text(times.earlyCharge))),
        ("retryWindow", .text(Term.text(times.retryWindow))),
      ]
    }
  }

  func show() throws -> ExitCode {
    let members = try context.openForReading(checking: .tables([.meta])).read { Policies($0).members }
    if context.isJSON {
      try context.output.writeLine(JSONText.object(members.map { ($0.name, $0.value) }).line)
      return .done
    }
    var table = TextTable([.init("POLICY"), .init("VALUE")])
    for member in members { table.append([member.name, words(member.value)]) }
    try context.output.write(table.text(width: Terminal.tableWidth(1)) { context.style.bold($0) })
    return .done
  }

  func set() throws -> ExitCode {
    let change = try change()
    let (before, after) = try context.openOrMake(checking: .everything).write { transaction in
      let before = try transaction.read { Policies($0) }
      var after = before
      change(&after)
      try transaction.setPolicy(after.times)
      try transaction.setIdentityPolicy(after.identity)
      return (before.members, after.members)
    }
    let changes = zip(before, after).filter { $0.value.line != $1.value.line }
    if context.isJSON {
      let list = changes.map { old, new in
        JSONText.object([("name", .text(new.name)), ("from", old.value), ("to", new.value)])
      }
      try context.output.writeLine(JSONText.object([("changes", .array(list))]).line)
      return .done
    }
    for (old, new) in changes {
      try context.output.writeLine("\(new.name): \(words(new.value)), was \(words(old.value)).")
    }
    if changes.isEmpty { try context.output.writeLine("Policy unchanged.") }
    return .done
  }

  /// What the options ask for.
  private func change() throws -> (inout Policies) -> Void {
    let restore = context.command.value(for: "restore").flatMap { text in
      RestorePolicy.allCases.first { "\($0)" == text }
    }
    let knownOnly = context.command.value(for: "known-tokens-only").map { $0 == "yes" }
    let options: [(String, WritableKeyPath<Policy, TimeSpan>)] = [
      ("renewal-leeway", \.renewalLeeway), ("soak", \.soak), ("grace-fallback", \.graceFallback),
      ("early-charge", \.earlyCharge), ("retry-window", \.retryWindow),
    ]
    var spans: [(WritableKeyPath<Policy, TimeSpan>, TimeSpan)] = []
    for (option, path) in options {
      if let span = try context.span(option) { spans.append((path, span)) }
    }
    if restore == nil, knownOnly == nil, spans.isEmpty {
      throw context.command.usageError("Give what to change, such as '--restore transfer' or '--soak PT2M'.")
    }
    return { policies in
      if let restore { policies.identity.restore = restore }
      if let knownOnly { policies.identity.knownTokensOnly = knownOnly }
      for (path, span) in spans { policies.times[keyPath: path] = span }
    }
  }

  private func words(_ value: JSONText) -> String {
    switch value {
    case .bool(let isTrue): isTrue ? "yes" : "no"
    case .text(let text): text
    default: value.line
    }
  }
}
