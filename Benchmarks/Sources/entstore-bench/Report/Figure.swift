/// One measured thing with what stands beside it.
struct Figure: Codable, Sendable {
  /// What else did the same work, or the least that the work can cost.
  struct Baseline: Codable, Sendable {
    let name: String
    let values: Samples
    let tail: Tail?
    /// The figure divided by the baseline, round by round.
    let ratio: Samples
  }

  let benchmark: String
  let name: String
  let unit: Unit
  let values: Samples
  let tail: Tail?
  let baselines: [Baseline]
  let targets: [Target]

  /// - Parameter baselines: Each with its values in the same rounds, in the same order.
  init(
    _ benchmark: String, _ name: String, _ unit: Unit, _ values: [Double], tail: Tail? = nil,
    baselines: [(name: String, values: [Double], tail: Tail?)] = [], targets: [Target] = []
  ) {
    self.benchmark = benchmark
    self.name = name
    self.unit = unit
    self.values = Samples(values)
    self.tail = tail
    self.baselines = baselines.map { baseline in
      let pairs =
        baseline.values.count == values.count
        ? zip(values, baseline.values).map { $0 / $1 }
        : [Samples(values).median / Samples(baseline.values).median]
      return Baseline(
        name: baseline.name, values: Samples(baseline.values), tail: baseline.tail, ratio: Samples(pairs))
    }
    self.targets = targets
  }

  /// What a target is about: the ratio to a baseline, or the figure itself.
  func measured(for target: Target) -> Double? {
    guard let name = target.baseline else { return values.median }
    return baselines.first { $0.name == name }?.ratio.median
  }

  func isReached(_ target: Target) -> Bool {
    measured(for: target).map { target.isUpper ? $0 <= target.bound : $0 >= target.bound } ?? false
  }
}

/// What a figure should be: a bound on its ratio to a baseline or, without one, on the figure itself.
struct Target: Codable, Sendable {
  let baseline: String?
  let bound: Double
  let isUpper: Bool

  static func atMost(_ bound: Double, of baseline: String? = nil) -> Target {
    Target(baseline: baseline, bound: bound, isUpper: true)
  }

  static func atLeast(_ bound: Double, of baseline: String? = nil) -> Target {
    Target(baseline: baseline, bound: bound, isUpper: false)
  }
}

/// What is counted, and how it is written.
enum Unit: String, Codable, Sendable {
  case seconds, perSecond, bytes, count

  func text(_ value: Double) -> String {
    switch self {
    case .seconds:
      if value < 1e-3 { return "\(short(value * 1e6)) µs" }
      return value < 1 ? "\(short(value * 1e3)) ms" : "\(short(value)) s"
    case .perSecond: return "\(grouped(value))/s"
    case .bytes:
      if value < 10_000 { return "\(short(value)) B" }
      if value < 1e6 { return "\(short(value / 1e3)) KB" }
      return value < 1e9 ? "\(short(value / 1e6)) MB" : "\(short(value / 1e9)) GB"
    case .count: return value == value.rounded() ? grouped(value) : short(value)
    }
  }
}

/// Three digits that matter.
func short(_ value: Double) -> String {
  let magnitude = abs(value)
  let digits = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let whole = Int64((magnitude * scale).rounded())
  let sign = value < 0 ? "-" : ""
  guard digits > 0 else { return sign + grouped(Double(whole)) }
  let rest = String(whole % Int64(scale))
  return "\(sign)\(whole / Int64(scale))." + String(repeating: "0", count: digits - rest.count) + rest
}

func grouped(_ value: Double) -> String {
  let digits = Array(String(Int64(value.rounded())))
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0, digits[index - 1] != "-" { text += " " }
    text.append(digit)
  }
  return text
}
