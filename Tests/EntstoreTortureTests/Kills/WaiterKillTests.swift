import Testing

/// Several processes that are killed at once, one of which writes while the others wait for their turn.
struct WaiterKillTests {
  @Test func `writers that wait are killed along with the one that writes: whoever is left goes on`() throws {
    let crowd = try CrowdedStore()
    let rounds = 60 * Torture.factor
    var killed = 0
    for round in 0..<rounds {
      let doomed = try (0..<4).map { try crowd.join("write", ["\(10 * round + $0)", "1000000"]) }
      let left = try (4..<6).map { try crowd.join("write", ["\(10 * round + $0)", "2"]) }
      for writer in doomed { crowd.hear(try #require(writer.line())) }
      for writer in doomed { writer.sendKill() }
      for writer in left {
        // Only one that stands still meets this limit.
        let ended = writer.finish(withinSeconds: 60)
        #expect(ended == 0, "round \(round)")
        if ended != 0 { return }
      }
      for writer in doomed + left { writer.lines().forEach(crowd.hear) }
      killed += doomed.count
    }
    try crowd.write(1, by: -1..<0)
    #expect(try crowd.faults() == [])
    print("kills: \(killed) writers, four at once, \(crowd.acknowledged) acknowledgements")
  }
}
