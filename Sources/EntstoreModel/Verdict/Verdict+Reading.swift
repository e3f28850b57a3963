extension Verdict {
  /// Reads the content of a signed text.
  init(content: [UInt8]) throws(VerdictError) {
    var reader = CanonicalReader(content, part: .content)
    try reader.expect(#"{"subject":"#)
    let subject = try reader.identifier(Subject.self)
    try reader.expect(#","environment":"#)
    let environment = try reader.environment()
    try reader.expect(#","issuedAt":"#)
    let issuedAt = try reader.instant()
    try reader.expect(#","askAgainAt":"#)
    let askAgainAt = try reader.instant()
    guard askAgainAt > issuedAt else { throw reader.failure }
    try reader.expect(#","hasEverPaid":"#)
    let hasEverPaid = try reader.bool()
    try reader.expect(#","offline":{"extendsBy":"#)
    let extendsBy = try reader.number()
    guard extendsBy >= 0 else { throw reader.failure }
    try reader.expect(#","asksWithin":"#)
    let asksWithin = try reader.number()
    guard asksWithin > 0 else { throw reader.failure }
    try reader.expect(#"},"keys":{"#)
    let keys = try reader.keys(from: issuedAt)
    try reader.expect("}")
    try reader.expectEnd()
    self.init(
      subject: subject, environment: environment, issuedAt: issuedAt, askAgainAt: askAgainAt,
      hasEverPaid: hasEverPaid,
      offline: OfflinePolicy(
        extendsBy: TimeSpan(milliseconds: extendsBy), asksWithin: TimeSpan(milliseconds: asksWithin)),
      keys: keys)
  }
}

extension CanonicalReader {
  fileprivate mutating func environment() throws(VerdictError) -> StoreEnvironment {
    for environment in StoreEnvironment.allCases
    where takes("\"" + VerdictForm.word(environment) + "\"") { return environment }
    throw failure
  }

  /// Keys with their schedules, in the order of their bytes, and the brace that ends them.
  fileprivate mutating func keys(from start: Instant) throws(VerdictError) -> [EntitlementKey: KeySchedule] {
    var keys: [EntitlementKey: KeySchedule] = [:]
    var last: EntitlementKey?
    if takes("}") { return keys }
    repeat {
      let place = failure
      let key = try identifier(EntitlementKey.self)
      if let last, key <= last { throw place }
      last = key
      try expect(":[")
      keys[key] = try schedule(from: start)
    } while takes(",")
    try expect("}")
    return keys
  }

  private mutating func schedule(from start: Instant) throws(VerdictError) -> KeySchedule {
    var stretches: [KeySchedule.Stretch] = []
    var reached = start
    while true {
      let stretch = try stretch(after: reached)
      stretches.append(stretch)
      guard let until = stretch.until else { break }
      reached = until
      try expect(",")
    }
    try expect("]")
    return KeySchedule(stretches)
  }

  private mutating func stretch(after start: Instant) throws(VerdictError) -> KeySchedule.Stretch {
    try expect("{")
    var until: Instant?
    if takes(#""until":"#) {
      let place = failure
      let end = try instant()
      guard end > start else { throw place }
      until = end
      try expect(",")
    }
    try expect(#""isEntitled":"#)
    let isEntitled = try bool()
    try expect(#","status":"#)
    let status = try word()
    try expect(#","reason":"#)
    let reason = try word()
    try expect("}")
    return KeySchedule.Stretch(
      until: until, isEntitled: isEntitled, status: VerdictForm.status(status, isEntitled: isEntitled),
      reason: VerdictForm.reason(reason))
  }
}
