import Entstore

/// `entstore stats`: counts what is in the store.
struct StatsCommand {
  let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func run() throws -> ExitCode {
    let store = try context.openForReading(
      checking: .tables([.meta, .lineages, .deadlines, .accounts, .entitlements]))
    let counts = try store.counts()
    let (apps, refusals, holders) = try store.read { snapshot in
      (try snapshot.apps(), try snapshot.refusals(), try snapshot.holderCounts())
    }
    let members: [(String, UInt64)] = [
      ("events", counts.events), ("lineages", counts.lineages), ("deadlines", counts.deadlines),
      ("fileBytes", counts.fileBytes), ("usedBytes", counts.usedBytes), ("tokens", holders.tokens),
      ("unbound", holders.unbound),
    ]
    if context.isJSON {
      let fixed: [(String, JSONText)] = [
        ("environment", .text("\(store.environment)")), ("apps", .array(apps.map { .text($0) })),
      ]
      let refused = RefusalKind.allCases.map { ("\($0)", JSONText.count(refusals[$0] ?? 0)) }
      try context.output.writeLine(
        JSONText.object(fixed + members.map { ($0, .count($1)) } + [("refused", .object(refused))]).line)
      return .done
    }
    try line("environment", "\(store.environment)")
    try line("apps", apps.isEmpty ? "none named" : apps.map { visible($0) }.joined(separator: ", "))
    for (name, value) in members {
      try line(name, name.hasSuffix("Bytes") ? byteText(Int(clamping: value)) : String(value))
    }
    let refused = RefusalKind.allCases.compactMap { kind in refusals[kind].map { "\($0) \(kind)" } }
    try line("refused", refused.isEmpty ? "0" : refused.joined(separator: ", "))
    return .done
  }

  private func line(_ name: String, _ value: String) throws {
    try context.output.writeLine(name + String(repeating: " ", count: 13 - name.count) + value)
  }
}
