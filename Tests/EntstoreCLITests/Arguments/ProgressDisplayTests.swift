import EntstoreCLI
import Foundation
import Testing

/// What a terminal of this width receives while work goes on; the clock stands still but for `steps`.
private func shown(
  width: Int?, total: Int?, unit: ProgressUnit = .items("events"),
  work: (ProgressDisplay, (Double) -> Void) -> Void
) throws -> [String] {
  let pipe = Pipe()
  let output = Output(
    results: STDOUT_FILENO, messages: pipe.fileHandleForWriting.fileDescriptor, transientColumns: { width })
  var now: UInt64 = 0
  let progress = ProgressDisplay("Importing", total: total, unit: unit, output: output) { now }
  work(progress) { seconds in now += UInt64(seconds * 1e9) }
  progress.finish()
  try pipe.fileHandleForWriting.close()
  return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    .split(separator: "\r").map { String($0).replacingOccurrences(of: "\u{1b}[K", with: "") }
}

@Test func `work of less than a second shows nothing`() throws {
  let lines = try shown(width: 80, total: 10) { progress, wait in
    for _ in 0..<9 {
      wait(0.1)
      progress.advance()
    }
  }
  #expect(lines == [])
}

@Test func `longer work shows how far it is, and clears the line at the end`() throws {
  let lines = try shown(width: 80, total: 4_000) { progress, wait in
    wait(2)
    progress.advance(by: 1_000)
  }
  #expect(lines == ["Importing 25%  1,000 of 4,000 events  500/s  ETA 0:06", ""])
}

@Test func `bytes are shown as such, and no total as none`() throws {
  let bytes = try shown(width: 80, total: 45_600_000, unit: .bytes) { progress, wait in
    wait(4)
    progress.advance(by: 12_300_000)
  }
  #expect(bytes.first == "Importing 26%  12.3 MB of 45.6 MB  3.0 MB/s  ETA 0:11")
  let unknown = try shown(width: 80, total: nil, unit: .bytes) { progress, wait in
    wait(4)
    progress.advance(by: 2_000)
  }
  #expect(unknown.first == "Importing  2.0 kB  500 B/s")
}

@Test func `the line fits the terminal`() throws {
  let lines = try shown(width: 20, total: 4_000) { progress, wait in
    wait(2)
    progress.advance(by: 1_000)
  }
  #expect(lines.first == "Importing 25%  1,00")
}

@Test func `without a terminal nothing is shown`() throws {
  let lines = try shown(width: nil, total: 4_000) { progress, wait in
    wait(2)
    progress.advance(by: 1_000)
  }
  #expect(lines == [])
}

@Test func `the line is drawn at most ten times a second`() throws {
  let lines = try shown(width: 80, total: nil) { progress, wait in
    for _ in 0..<30_000 {
      wait(0.0001)
      progress.advance()
    }
  }
  #expect((15...22).contains(lines.count))
}

@Test func `quick items do not read the clock each time`() {
  var reads = 0
  let output = Output(results: STDOUT_FILENO, messages: STDERR_FILENO, transientColumns: { 80 })
  let progress = ProgressDisplay("Importing", total: nil, unit: .bytes, output: output) {
    reads += 1
    return 0
  }
  for _ in 0..<100_000 { progress.advance() }
  #expect(reads < 500)
}

@Test func `a message takes the place of the line`() throws {
  let pipe = Pipe()
  let output = Output(
    results: STDOUT_FILENO, messages: pipe.fileHandleForWriting.fileDescriptor, transientColumns: { 80 })
  var now: UInt64 = 0
  let progress = ProgressDisplay("Importing", total: nil, unit: .bytes, output: output) { now }
  now = 1_000_000_000
  progress.advance()
  output.note("a.json:1: refused")
  progress.finish()
  try pipe.fileHandleForWriting.close()
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  #expect(text == "\rImporting  1 B  1 B/s\u{1b}[K\r\u{1b}[Ka.json:1: refused\n")
}

@Test(arguments: [
  (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (999_999, "999.9 kB"), (1_000_000, "1.0 MB"),
  (Int.max, "9.2 EB"),
])
func `bytes are counted in decimal multiples`(_ count: Int, _ text: String) {
  #expect(byteText(count) == text)
}
