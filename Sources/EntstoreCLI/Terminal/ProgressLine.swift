/// What a progress counts.
package enum ProgressUnit: Hashable, Sendable {
  /// Bytes, shown as kB, MB and so on.
  case bytes
  /// Things of this name, in the plural: "events".
  case items(String)
}

/// `Importing 27%  12.3 MB of 45.6 MB  3.2 MB/s  ETA 0:10`, without what is not known.
func progressLine(
  _ label: String, done: Int, total: Int?, unit: ProgressUnit, elapsedNanoseconds: UInt64
) -> String {
  let perSecond = Double(done) / max(1e-9, Double(elapsedNanoseconds) / 1e9)
  let rate = amount(Int(min(perSecond.rounded(), 1e18)), unit, named: false) + "/s"
  guard let total, total > 0, done <= total else {
    return "\(label)  \(amount(done, unit, named: true))  \(rate)"
  }
  let percent = Int(Double(done) / Double(total) * 100)
  let share = "\(amount(done, unit, named: false)) of \(amount(total, unit, named: true))"
  let line = "\(label) \(percent)%  \(share)  \(rate)"
  guard perSecond > 0 else { return line }
  let seconds = (Double(total - done) / perSecond).rounded(.up)
  return seconds < 360_000 ? "\(line)  ETA \(clockText(Int64(seconds)))" : line
}

/// `12.3 MB`, or `1,234 events`.
private func amount(_ count: Int, _ unit: ProgressUnit, named: Bool) -> String {
  switch unit {
  case .items(let name): named ? "\(grouped(count)) \(name)" : grouped(count)
  case .bytes: byteText(count)
  }
}

/// `999 B`, `12.3 kB`: decimal multiples, one digit after the point, rounded down.
package func byteText(_ count: Int) -> String {
  if count < 1_000 { return "\(count) B" }
  var tenths = count / 100
  var names = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
  while tenths >= 10_000, names.count > 1 {
    tenths /= 1_000
    names.removeFirst()
  }
  return "\(tenths / 10).\(tenths % 10) \(names.first ?? "")"
}

/// `1,234,567`.
package func grouped(_ count: Int) -> String {
  let digits = Array(String(count.magnitude))
  var text = count < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}

/// `0:07`, `12:34`, `1:02:03`.
private func clockText(_ seconds: Int64) -> String {
  let rest = padded(seconds % 60, to: 2)
  if seconds < 3_600 { return "\(seconds / 60):\(rest)" }
  return "\(seconds / 3_600):\(padded(seconds / 60 % 60, to: 2)):\(rest)"
}
