/// What repeated rounds measured: the median counts, and how far the rounds lay apart is said beside it.
struct Samples: Codable, Sendable {
  let values: [Double]

  /// - Precondition: At least one value.
  init(_ values: [Double]) {
    precondition(!values.isEmpty, "nothing was measured")
    self.values = values.sorted()
  }

  var median: Double {
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }

  var least: Double { values[0] }
  var most: Double { values[values.count - 1] }

  func scaled(by factor: Double) -> Samples { Samples(values.map { $0 * factor }) }
}

/// The slow end of single operations.
struct Tail: Codable, Sendable {
  let p50: Double
  let p99: Double
  let p999: Double

  /// - Precondition: At least one value.
  init(_ values: [Double]) {
    precondition(!values.isEmpty, "nothing was measured")
    let sorted = values.sorted()
    func part(_ share: Double) -> Double { sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))] }
    p50 = part(0.5)
    p99 = part(0.99)
    p999 = part(0.999)
  }

  private init(p50: Double, p99: Double, p999: Double) {
    self.p50 = p50
    self.p99 = p99
    self.p999 = p999
  }

  func scaled(by factor: Double) -> Tail {
    Tail(p50: p50 * factor, p99: p99 * factor, p999: p999 * factor)
  }
}
