import Entstore
import EntstoreCLI
import Testing

@Test(arguments: [UInt64(1), 2, 3])
func `the store answers what is true of the lives, at any instant`(_ seed: UInt64) throws {
  let settings = LifeSettings(subjects: 100, months: 30, seed: seed)
  let folder = try TestFolder()
  let store = try imported("--subjects 100 --months 30 --seed \(seed)", folder)
  try store.read { snapshot in
    for subject in 0..<settings.subjects {
      let truth = SubjectLife(subject, settings).truth
      for stretches in Dictionary(grouping: truth, by: \.lineage).values {
        for instant in instants(about: stretches, before: settings.horizon - 2 * hour) {
          let stretch = stretches.last { $0.from <= instant && instant < $0.until }
          let found = try snapshot.entitlement(
            of: Lineage(stretches[0].lineage), at: Instant(epochMilliseconds: instant))
          #expect(
            found?.segment.isEntitled ?? false == (stretch != nil)
              && (stretch == nil || found?.segment.product?.text == stretch?.product)
              && found?.subject?.text == stretches[0].subject,
            "seed \(seed), subject \(subject), lineage \(stretches[0].lineage) at \(instant)")
        }
      }
    }
  }
}

@Test func `shuffled and repeated lives give the same answers`() throws {
  let options = "--subjects 120 --months 24 --seed 4"
  let settings = LifeSettings(subjects: 120, months: 24, seed: 4)
  let folder = try TestFolder()
  let plain = try imported(options, folder)
  let unruly = try imported(options + " --shuffle --duplicate 0.3", folder)
  for subject in 0..<settings.subjects {
    for stretch in SubjectLife(subject, settings).truth {
      for instant in [nil, stretch.from, stretch.from + hour, stretch.until == .max ? nil : stretch.until] {
        let at = instant.map { Instant(epochMilliseconds: $0) }
        let answers = try [plain, unruly].map { store in
          try store.read { try $0.entitlement(of: Lineage(stretch.lineage), at: at) }
        }
        #expect(answers[0] == answers[1])
      }
    }
  }
}

private let hour: Int64 = 3_600_000

/// Instants at which the answer is certain: not within the two hours after an end, for which the store may
/// wait for news.
private func instants(about stretches: [LifeTruth], before horizon: Int64) -> [Int64] {
  let ends = stretches.map(\.until).filter { $0 < .max }
  var instants: [Int64] = []
  for stretch in stretches {
    let until = min(stretch.until, horizon)
    instants += [
      stretch.from - 1, stretch.from, stretch.from + 1, until - 1, until + 2 * hour, until + 48 * hour,
    ]
    let step = (until - stretch.from) / 4
    for part in 1...3 { instants.append(stretch.from + Int64(part) * step) }
  }
  return instants.filter { instant in
    instant < horizon
      && (stretches.contains { $0.from <= instant && instant < $0.until }
        || !ends.contains { $0 <= instant && instant < $0 + 2 * hour })
  }
}

/// A store of the lives that `options` ask for; nothing of them is refused.
private func imported(_ options: String, _ folder: TestFolder) throws -> EntitlementStore {
  let lives = folder.newPath("lives")
  try #require(try folder.run("forge life \(options)", output: lives).code == 0)
  let path = folder.newPath("store")
  let result = try folder.run("import --store \(path) --environment sandbox --unsigned \(lives)")
  try #require(result.code == 0 && result.messages == "" && result.output.contains(" 0 refused"))
  return try EntitlementStore(path: path, opening: .readOnly)
}
