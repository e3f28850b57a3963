import Entstore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a store tells of itself when it is opened, or why it is not.
struct StoreExamination {
  let path: String

  static let damageRemedy =
    "Run 'entstore verify'; docs/operations.md says what to do about damage. Copy the file before anything else."

  var findings: [Finding] {
    do {
      let store = try EntitlementStore(examining: path)
      defer { store.close() }
      let condition = try store.condition()
      return room(store) + [opened(store, condition)] + log(condition) + [
        clock(condition, now: SystemClock.now())
      ]
        + map(condition) + readers(condition) + [writer(condition)]
    } catch let error as StoreError {
      return [Finding(.problem, "opening", "\(error)", remedy: remedy(for: error))]
    } catch {
      return [Finding(.problem, "opening", "\(error)")]
    }
  }

  private static let roomRemedy = "Make room: the lock file needs some too."

  private func room(_ store: EntitlementStore) -> [Finding] {
    guard store.isWithoutLockFile else { return [] }
    return [
      Finding(
        .problem, "opening",
        "the disk is full: there is no room for the lock file, and nobody can open the store",
        remedy: Self.roomRemedy)
    ]
  }

  private func remedy(for error: StoreError) -> String? {
    switch error {
    case .notAStore:
      "Name another path. If this was a store, restore a backup, and import over it what 'entstore salvage' still "
        + "finds in it, if anything."
    case .newerFormat: "Use the entstore that wrote it, or a newer one."
    case .engine(EACCES, _, _):
      "Give the file and its lock to the user that runs this, and let it write their folder."
    case .diskFull: Self.roomRemedy
    default: error.isDamage ? Self.damageRemedy : nil
    }
  }

  private func opened(_ store: EntitlementStore, _ condition: StoreCondition) -> Finding {
    let apps = condition.apps.isEmpty ? "any app" : condition.apps.joined(separator: ", ")
    return Finding(
      .ok, "opening", "format \(condition.format), \(store.environment), \(apps)",
      values: ["format": Int64(condition.format)])
  }

  private func log(_ condition: StoreCondition) -> [Finding] {
    let counts = condition.counts
    var values = [
      "events": Int64(clamping: counts.events), "commits": Int64(condition.lastCommit),
      "lineages": Int64(clamping: counts.lineages),
    ]
    values["lastReceivedAt"] = condition.lastReceivedAt?.epochMilliseconds
    let last = condition.lastReceivedAt.map { ", the last received \(TimeText.text($0))" } ?? ""
    var findings = [
      Finding(
        .ok, "log",
        "\(counted(counts.events, "event")), \(counted(counts.lineages, "lineage"))\(last); "
          + "head \(Hexadecimal.text(condition.link))",
        values: values,
        head: Finding.Head(sequence: counts.events, link: Hexadecimal.text(condition.link)))
    ]
    if condition.hasTraceBeyondLastCommit {
      findings.append(
        Finding(
          .warning, "log",
          "there is a trace of a commit behind the last one: it failed and was never acknowledged, or its header is damaged",
          remedy:
            "If what was taken last is not in the store, copy the file now, restore a backup and import the events again; "
            + "the next commit writes over the trace."))
    }
    let refused = condition.refusals.values.reduce(0, +)
    if refused > 0 {
      let kinds = RefusalKind.allCases.compactMap { kind in condition.refusals[kind].map { "\($0) \(kind)" } }
      findings.append(
        Finding(
          .note, "refused", "since the store was made: " + kinds.joined(separator: ", "),
          remedy: "Where this grows, look at what is sent: nobody has access by it.",
          values: Dictionary(
            uniqueKeysWithValues: condition.refusals.map { ("\($0)", Int64(clamping: $1)) })))
    }
    if condition.unbound > 0 {
      findings.append(
        Finding(
          .note, "holders", "\(counted(condition.unbound, "lineage")) without a holder: 'entstore unbound'",
          values: ["unbound": Int64(clamping: condition.unbound)]))
    }
    return findings
  }

  /// Clocks differ by less than this.
  private static let clockTolerance = TimeSpan.seconds(60)

  /// Whoever's time has run out is let through for as long as the clock is behind.
  private func clock(_ condition: StoreCondition, now: Instant) -> Finding {
    guard let newest = condition.newestSignedAt else {
      return Finding(.ok, "clock", TimeText.text(now))
    }
    let behind = newest.epochMilliseconds - now.epochMilliseconds
    let values = ["behindMilliseconds": max(0, behind), "newestSignedAt": newest.epochMilliseconds]
    guard behind > Self.clockTolerance.milliseconds else {
      return Finding(.ok, "clock", "\(TimeText.text(now)), not before the newest signed date", values: values)
    }
    return Finding(
      .warning, "clock",
      "\(TimeText.text(now)) is \(grouped(Int(behind / 1_000))) s before the newest signed date, \(TimeText.text(newest))",
      remedy:
        "Set this host's clock: everybody has access that much too long. Or one event is signed in the future.",
      values: values)
  }
}
