/// The program around its commands: what every command line has in common.
package struct Tool {
  private let specification: CommandSpecification
  private let version: String

  /// A program that is called as `specification` says.
  package init(_ specification: CommandSpecification, version: String) {
    self.specification = specification
    self.version = version
  }

  /// Does what the words after the tool's name ask for, and writes out all results.
  ///
  /// Help, version and completions are answered here; a command goes to `body`. What `body` throws ends here
  /// as a message on standard error: a ``UsageError`` with the usage, anything that it should have explained
  /// itself as a fault.
  ///
  /// - Parameter width: The columns to lay help out in.
  /// - Returns: What the process is to end with.
  package func run(
    _ words: [String], output: Output, width: Int = 80, body: (ParsedCommand) throws -> ExitCode
  ) -> ExitCode {
    let code: ExitCode
    do {
      code = try perform(CommandParser(specification).parse(words), output: output, width: width, body: body)
    } catch let error as UsageError {
      output.note(lines: error.text(for: specification, width: width))
      code = .usage
    } catch is OutputError {
      // The flush below says it.
      code = .diskFailure
    } catch {
      output.note("Error: \(error)")
      code = .fault
    }
    do {
      try output.flush()
    } catch {
      output.note("Error: \(error)")
      return .diskFailure
    }
    return code
  }

  private func perform(
    _ invocation: Invocation, output: Output, width: Int, body: (ParsedCommand) throws -> ExitCode
  ) throws -> ExitCode {
    switch invocation {
    case .run(let command): return try body(command)
    case .help(let path): try output.write(HelpText(root: specification, path: path).text(width: width))
    case .version: try output.writeLine(version)
    case .completionScript(let shell): try output.write(CompletionScript(specification).text(for: shell))
    }
    return .done
  }
}
