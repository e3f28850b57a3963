#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a command puts its results (standard output, buffered) and all else (standard error, at once).
///
/// For one thread. Call ``flush()`` at the end: what is still buffered is lost otherwise.
package final class Output {
  private let results: Int32
  private let messages: Int32
  private let transientColumns: () -> Int?
  private var buffer = [UInt8]()
  private var failure: OutputError?
  private var transientIsShown = false

  /// Writes results and messages to these descriptors, which stay the caller's to close.
  package convenience init(results: Int32 = STDOUT_FILENO, messages: Int32 = STDERR_FILENO) {
    let isDumb = ["", "dumb"].contains(Terminal.environment("TERM") ?? "")
    self.init(results: results, messages: messages) {
      isDumb || !Terminal.isTerminal(messages) ? nil : Terminal.columns(messages) ?? 80
    }
  }

  /// - Parameter transientColumns: The width of the terminal that shows messages; `nil` if none does.
  package init(results: Int32, messages: Int32, transientColumns: @escaping () -> Int?) {
    self.results = results
    self.messages = messages
    self.transientColumns = transientColumns
    buffer.reserveCapacity(Self.capacity)
  }

  /// Adds text to the results.
  ///
  /// If whoever read the results has gone, the process ends here, quietly, with status 141 (128 + SIGPIPE).
  ///
  /// - Throws: ``OutputError``: results could not be written; from then on every call throws it.
  package func write(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Adds bytes to the results; otherwise as ``write(_:)-(String)``.
  package func write(_ bytes: RawSpan) throws(OutputError) {
    unsafe bytes.withUnsafeBytes { unsafe buffer.append(contentsOf: $0) }
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Adds text and a newline to the results; otherwise as ``write(_:)-(String)``.
  package func writeLine(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Hands all results to the system; otherwise as ``write(_:)-(String)``.
  package func flush() throws(OutputError) {
    clearTransient()
    if let failure { throw failure }
    if buffer.isEmpty { return }
    let code = writeAll(unsafe buffer.span.bytes, to: results)
    buffer.removeAll(keepingCapacity: true)
    if code == closedPipe { endForClosedPipe() }
    if code != 0 {
      let error = OutputError(code: code)
      failure = error
      throw error
    }
  }

  /// Puts a line on standard error. If that fails, there is nobody left to tell.
  package func note(_ line: String) {
    clearTransient()
    // What it is about came from outside, whoever has put it into words.
    send(visible(line) + "\n")
  }

  /// Puts text that ends its own lines on standard error.
  package func note(lines: String) {
    clearTransient()
    send(lines)
  }

  /// Whether there is a terminal to show transient text on.
  package var showsTransient: Bool { transientColumns() != nil }

  /// Shows one line on the terminal until the next output replaces it.
  func showTransient(_ line: String) {
    guard let width = transientColumns() else { return }
    // One column less than there is: a full line makes some terminals wrap.
    send("\r" + beginning(of: line, width: max(1, width - 1)) + "\u{1b}[K")
    transientIsShown = true
  }

  func clearTransient() {
    guard transientIsShown else { return }
    send("\r\u{1b}[K")
    transientIsShown = false
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = writeAll(unsafe bytes.span.bytes, to: messages)
  }

  private static let capacity = 64 << 10
}

/// Results could not be written: disk full, or the descriptor is closed. What came before may be incomplete.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The `errno` of the write.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  package var description: String { "cannot write the results: \(systemText(code))" }
}
