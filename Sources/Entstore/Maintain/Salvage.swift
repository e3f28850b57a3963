import EntstoreCodec

/// Puts the log together from the copies of its events.
struct Salvage {
  private(set) var report = SalvageReport()
  /// The sequence and the link of the event before.
  private var last = Head.empty
  /// Which events need a shared part that is lost.
  private var lostBlobs: [[UInt8]: [ClosedRange<UInt64>]] = [:]
  /// What erased events, which do not say it themselves, are given out as.
  private var environment = StoreEnvironment.production

  private struct Version {
    let entry: LogEntry
    let isInUse: Bool

    func follows(_ previous: Head) -> Bool {
      LogEntry.link(previous.link, previous.sequence + 1, digest: entry.digest) == entry.link
    }
  }

  mutating func run(
    _ copies: borrowing SalvagedCopies, progress: (UInt64) throws -> Void,
    loss tell: (SalvageLoss) throws -> Void,
    event: (LoggedEvent) throws -> Void
  ) throws {
    func lost(_ loss: SalvageLoss) throws {
      report.losses += 1
      try tell(loss)
    }
    func lost(_ range: ClosedRange<UInt64>) throws {
      report.missingEvents += range.upperBound - range.lowerBound + 1
      try lost(.events(range))
    }
    report.environment = copies.environment
    report.apps = copies.apps?.list ?? (copies.head?.isCertain == true ? [] : nil)
    if copies.environment == nil { try lost(.identity) }
    environment = try copies.environment ?? environmentOfEvents(in: copies) ?? .production
    let erasures = try erasures(in: copies) { try progress(0) }
    var next: UInt64 = 1
    for sequence in copies.sequences {
      if sequence > next { try lost(next...sequence - 1) }
      next = sequence + 1
      let (versions, failure) = try versions(of: sequence, in: copies)
      guard let chosen = try choice(of: versions, at: sequence, behind: last, in: copies) else {
        report.missingEvents += 1
        try lost(.meaning(event: sequence, reason: failure ?? "it was changed while it was read"))
        continue
      }
      if versions.count > 1, !chosen.isInUse {
        try lost(.versions(event: sequence, count: versions.count))
      }
      if last.sequence == sequence - 1, !chosen.follows(last) { try lost(.chain(event: sequence)) }
      last = Head(sequence: sequence, link: chosen.entry.link)
      let left = erasures.applied(to: chosen.entry, at: sequence)
      try event(logged(left, at: sequence, in: copies))
      report.events += 1
      if report.events % 1_024 == 0 { try progress(report.events) }
    }
    for (digest, events) in lostBlobs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      try lost(.payloads(digest: digest, events: events))
    }
    if let head = copies.head, head.head.sequence >= next { try lost(next...head.head.sequence) }
    let isEndKnown = copies.head.map {
      $0.isCertain && (last.sequence != $0.head.sequence || last == $0.head)
    }
    report.isEndKnown = isEndKnown == true
    if !report.isEndKnown { try lost(.end(last: last.sequence)) }
  }

  /// Those that are given out themselves.
  private func erasures(
    in copies: borrowing SalvagedCopies, progress: () throws -> Void
  ) throws -> SalvagedErasures {
    var erasures = SalvagedErasures()
    var last = Head.empty
    for sequence in copies.sequences {
      if sequence % 1_024 == 0 { try progress() }
      let versions = try versions(of: sequence, in: copies).versions
      guard let chosen = try choice(of: versions, at: sequence, behind: last, in: copies) else { continue }
      last = Head(sequence: sequence, link: chosen.entry.link)
      if case .act(.erasure(let erasure)) = chosen.entry.event.record?.body {
        erasures.add(erasure, at: sequence)
      }
    }
    return erasures
  }

  /// Those that mean something, and why others do not.
  private func versions(
    of sequence: UInt64, in copies: borrowing SalvagedCopies
  ) throws -> (versions: [Version], failure: String?) {
    var versions: [Version] = []
    var failure: String?
    let key = Key.event(sequence)
    for (value, isInUse) in try copies.versions(of: sequence) {
      do {
        let payload = try Seal.opened(value.rawSpan, key: key.rawSpan, in: .events)
        versions.append(Version(entry: try LogEntry(payload), isInUse: isInUse))
      } catch {
        failure = "\(error)"
      }
    }
    return (versions, failure)
  }

  /// The version that the links before and behind it speak for, then the one that the last commit has.
  private func choice(
    of versions: [Version], at sequence: UInt64, behind last: Head, in copies: borrowing SalvagedCopies
  ) throws -> Version? {
    // What was taken out stays out, even where the page that it was taken out of still lies in the file.
    let reduced = versions.filter(\.entry.isReduced)
    let versions = reduced.isEmpty ? versions : reduced
    if versions.count < 2 { return versions.first }
    let behind = try self.versions(of: sequence + 1, in: copies).versions
    var best: (version: Version, votes: Int)?
    for version in versions {
      let place = Head(sequence: sequence, link: version.entry.link)
      var votes = version.isInUse ? 1 : 0
      if last.sequence == sequence - 1, version.follows(last) { votes += 2 }
      if place == copies.head?.head || behind.contains(where: { $0.follows(place) }) { votes += 2 }
      if votes > best?.votes ?? -1 { best = (version, votes) }
    }
    return best?.version
  }

  private mutating func logged(
    _ left: LoggedRecord, at sequence: UInt64, in copies: borrowing SalvagedCopies
  ) throws -> LoggedEvent {
    var logged = left
    if case .event(var record) = logged {
      let lost = Set(record.sharedDigests.filter { !copies.hasBlob($0) })
      if !lost.isEmpty {
        // A payload without one of its parts is not what came.
        record.raw = []
        logged = .event(record)
        report.withoutPayload += 1
        for digest in lost { lostBlobs[digest, default: []].add(sequence) }
      }
    }
    return try LoggedEvent(logged, sequence: sequence, environment: environment) { try copies.blob($0) }
  }

  /// That of the first event that says it: all are of one.
  private func environmentOfEvents(in copies: borrowing SalvagedCopies) throws -> StoreEnvironment? {
    for sequence in copies.sequences {
      for version in try versions(of: sequence, in: copies).versions {
        if let record = version.entry.event.record { return record.environment }
      }
    }
    return nil
  }
}

extension [ClosedRange<UInt64>] {
  /// Adds a number greater than all that are there.
  fileprivate mutating func add(_ number: UInt64) {
    if let last, last.upperBound == number - 1 {
      self[count - 1] = last.lowerBound...number
    } else {
      append(number...number)
    }
  }
}
