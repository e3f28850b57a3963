/// The one table: each figure beside its baselines, the ratio, and the target where there is one.
struct Table {
  private var rows: [[String]] = []
  private let titles: [String]
  private let before: Report?

  init(_ report: Report, against before: Report?) {
    self.before = before
    titles =
      ["BENCHMARK", "FIGURE", "ENTSTORE", "SPREAD", "BASELINE", "", "RATIO", "SPREAD", "TARGET", ""]
      + (before == nil ? [] : ["CHANGE"])
    for figure in report.figures { append(figure) }
  }

  private mutating func append(_ figure: Figure) {
    var head = [
      figure.benchmark, figure.name, figure.unit.text(figure.values.median),
      spread(figure.values, figure.unit.text),
    ]
    let own = figure.targets.filter { $0.baseline == nil }
    if figure.baselines.isEmpty || !own.isEmpty {
      rows.append(head + ["", "", "", ""] + outcome(own, of: figure))
      head = ["", "", "", ""]
    }
    for baseline in figure.baselines {
      let targets = figure.targets.filter { $0.baseline == baseline.name }
      var row =
        head + [
          baseline.name, figure.unit.text(baseline.values.median), "× \(short(baseline.ratio.median))",
          spread(baseline.ratio, short),
        ]
      row += outcome(targets, of: figure)
      if let before {
        let ratio = before.ratio(of: figure, to: baseline.name)
        row.append(ratio.map { "\(signed((baseline.ratio.median / $0 - 1) * 100)) %" } ?? "new")
      }
      rows.append(row)
      head = ["", "", "", ""]
    }
    let tails = [("entstore", figure.tail)] + figure.baselines.map { ($0.name, $0.tail) }
    for case (let name, let tail?) in tails {
      let text = [tail.p50, tail.p99, tail.p999].map(figure.unit.text).joined(separator: " / ")
      rows.append(["", "  p50 / p99 / p99.9", text, "", name])
    }
  }

  private func outcome(_ targets: [Target], of figure: Figure) -> [String] {
    guard let target = targets.first else { return ["", ""] }
    return [target.text(in: figure.unit), figure.isReached(target) ? "reached" : "NOT REACHED"]
  }

  private func spread(_ samples: Samples, _ text: (Double) -> String) -> String {
    samples.values.count > 1 ? "\(text(samples.least)) – \(text(samples.most))" : ""
  }

  private func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + short(value) }

  var text: String {
    let all = [titles] + rows
    let widths = titles.indices.map { column in
      all.map { $0.indices.contains(column) && !isTail($0, column) ? $0[column].count : 0 }.max() ?? 0
    }
    return all.map { row in
      var line = ""
      var column = 0
      while column < row.count {
        var width = widths[column]
        if isTail(row, column) { width += widths[column + 1] + 2 }
        line += row[column] + String(repeating: " ", count: max(0, width - row[column].count) + 2)
        column += isTail(row, column) ? 2 : 1
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// The three numbers of a tail stand under the figure and its spread.
  private func isTail(_ row: [String], _ column: Int) -> Bool {
    column == 2 && row.count == 5
  }
}

extension Target {
  func text(in unit: Unit) -> String {
    let sign = isUpper ? "≤" : "≥"
    guard baseline != nil else { return "\(sign) \(unit.text(bound))" }
    return "\(sign) \(short(bound))"
  }
}
