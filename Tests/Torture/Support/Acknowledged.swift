import EntstoreLMDB

/// A step that the store has acknowledged, as the driver says it: one line on standard output.
package struct Acknowledged: Hashable, Sendable {
  /// Which step of the workload, from 0.
  package let step: Int
  /// How many events the log held then, at the least.
  package let sequence: UInt64
  /// The link of that event, in hexadecimal: it commits to every event before it, content and all.
  package let link: String

  package init(step: Int, sequence: UInt64, link: String) {
    self.step = step
    self.sequence = sequence
    self.link = link
  }

  package var line: String { "ack \(step) \(sequence) \(link)" }

  package init?(line: some StringProtocol) {
    let words = line.split(separator: " ")
    guard words.count == 4, words[0] == "ack", let step = Int(words[1]), let sequence = UInt64(words[2])
    else { return nil }
    self.init(step: step, sequence: sequence, link: String(words[3]))
  }
}
