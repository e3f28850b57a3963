#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Seconds on the monotonic clock.
func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// How long `body` takes, in seconds.
func timed(_ body: () throws -> Void) rethrows -> Double {
  let start = seconds()
  try body()
  return seconds() - start
}

/// Seconds that one of `items` takes when `body` goes through them, a few at a time: the median of these parts, so that what
/// interrupts a part does not count.
func perItem<Item>(_ items: [Item], passes: Int, _ body: (ArraySlice<Item>) throws -> Void) rethrows -> Double
{
  let part = 64
  var times: [Double] = []
  for _ in 0..<passes {
    for start in stride(from: 0, to: items.count, by: part) {
      let slice = items[start..<min(start + part, items.count)]
      times.append(try timed { try body(slice) } / Double(slice.count))
    }
  }
  return Samples(times).median
}

/// Something that is measured: one round gives one number.
struct Candidate {
  let name: String
  let round: () throws -> Double

  init(_ name: String, _ round: @escaping () throws -> Double) {
    self.name = name
    self.round = round
  }
}

/// Measures all candidates in turn, round by round, so that what else the machine does meets all of them.
///
/// - Returns: For each candidate its values, in the order of the rounds.
func interleaved(rounds: Int, warmUp: Bool = true, _ candidates: [Candidate]) throws -> [[Double]] {
  if warmUp { for candidate in candidates { _ = try candidate.round() } }
  var values = [[Double]](repeating: [], count: candidates.count)
  for _ in 0..<rounds {
    for (index, candidate) in candidates.enumerated() { values[index].append(try candidate.round()) }
  }
  return values
}
