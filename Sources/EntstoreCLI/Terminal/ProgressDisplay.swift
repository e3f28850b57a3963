/// One line on the terminal about work that takes over a second.
///
/// Shows nothing if standard error is no terminal. Cheap enough for every item: the clock is read at most
/// every few milliseconds, the line drawn at most ten times a second.
package final class ProgressDisplay {
  private let label: String
  private let unit: ProgressUnit
  private let total: Int?
  private let output: Output
  private let clock: () -> UInt64
  private let start: UInt64
  private var done = 0
  private var lastCheck: UInt64
  private var lastDrawn: UInt64?
  private var stride = 1
  private var callsToCheck: Int

  /// Begins to watch work.
  ///
  /// - Parameters:
  ///   - label: What is being done: "Importing".
  ///   - total: How many bytes or items there are, if that is known.
  ///   - clock: Nanoseconds that only grow.
  package init(
    _ label: String, total: Int?, unit: ProgressUnit, output: Output,
    clock: @escaping () -> UInt64 = monotonicNanoseconds
  ) {
    self.label = label
    self.total = total
    self.unit = unit
    self.output = output
    self.clock = clock
    start = clock()
    lastCheck = start
    callsToCheck = output.showsTransient ? 1 : .max
  }

  /// Says that so many more bytes or items are done.
  package func advance(by count: Int = 1) {
    done += count
    callsToCheck -= 1
    if callsToCheck <= 0 { check() }
  }

  /// Takes the line away.
  package func finish() {
    callsToCheck = .max
    output.clearTransient()
  }

  /// Draws if it is time to, and adapts how many calls may pass until the clock is read again: often enough
  /// for slow items, seldom enough for quick ones.
  private func check() {
    let now = clock()
    let sinceCheck = now - lastCheck
    if sinceCheck < 5_000_000 {
      stride = min(stride * 2, 256)
    } else if sinceCheck > 50_000_000 {
      stride = max(stride / 4, 1)
    }
    callsToCheck = stride
    lastCheck = now
    let isTime = lastDrawn.map { now - $0 >= 100_000_000 } ?? (now - start >= 1_000_000_000)
    guard isTime else { return }
    lastDrawn = now
    output.showTransient(
      progressLine(label, done: done, total: total, unit: unit, elapsedNanoseconds: now - start))
  }
}
