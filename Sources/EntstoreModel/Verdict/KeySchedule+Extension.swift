extension KeySchedule {
  /// This schedule with what `policy` adds past the ends of what it opens.
  package func extended(by policy: OfflinePolicy, hasEverPaid: Bool) -> KeySchedule {
    var all: [Stretch] = []
    // The end of the last open stretch, until its extension is over.
    var openEnd: Instant?
    var isExtending = false
    for stretch in stretches {
      guard !stretch.isEntitled, let end = openEnd, let start = all.last?.until else {
        if stretch.isEntitled { openEnd = stretch.until }
        isExtending = false
        all.append(stretch)
        continue
      }
      let bound = policy.bound(past: end, next: stretch.status, hasEverPaid: hasEverPaid)
      let reached = min(bound, stretch.until ?? .greatest)
      if start < reached {
        if isExtending { all.removeLast() }
        isExtending = true
        all.append(Stretch(until: reached, isEntitled: true, status: .active, reason: .awaitingRenewal))
      }
      // It goes on past this stretch, or it is over.
      if reached == stretch.until, start < reached { continue }
      openEnd = nil
      isExtending = false
      all.append(stretch)
    }
    return KeySchedule(all)
  }
}
