import Foundation
import TestProcesses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of one test, removed with it. The tool runs in it, so that the names in its messages are the same everywhere.
final class TestFolder {
  let path: String
  private var count = 0

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/entstore-test-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe mkdtemp(buffer.baseAddress!).map { unsafe String(cString: $0) }
    }
    guard let made else { throw SystemFailure(code: errno) }
    path = made
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A path in the folder that nothing has yet.
  func newPath(_ stem: String) -> String {
    count += 1
    return self[".\(stem)-\(count)"]
  }

  subscript(name: String) -> String { path + "/" + name }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
  }

  func write(_ text: String, to name: String) throws {
    try write(text.utf8, to: name)
  }

  func write(_ lines: [String], to name: String) throws {
    try write(lines.map { $0 + "\n" }.joined(), to: name)
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: self[name])))
  }

  /// What is in it, without what runs of the tool said.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") } }
  }

  func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: self[name], toPath: self[other])
  }

  /// Runs the tool with words as one would type them; an argument has no spaces here.
  @discardableResult
  func run(
    _ line: String, input: String? = nil, output: String? = nil, environment: [String: String] = [:]
  ) throws -> ToolResult {
    var stdin = "/dev/null"
    if let input {
      stdin = newPath("stdin")
      try Data(input.utf8).write(to: URL(fileURLWithPath: stdin))
    }
    let words = line.split(separator: " ").map(String.init)
    return try ChildTool(words, in: self, input: stdin, output: output, environment: environment).finish()
  }
}

/// The lines that do not fit a terminal of 80 columns.
func tooWide(_ text: String) -> [String] {
  text.split(separator: "\n").map(String.init).filter { $0.count > 80 }
}
