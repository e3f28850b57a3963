import EntstoreCLI
import Foundation
import Testing

private func perform(
  _ words: [String], results: Int32? = nil, body: (ParsedCommand, Output) throws -> ExitCode
) throws -> (code: ExitCode, results: String, messages: String) {
  let (captured, messages) = (Capture(), Capture())
  let output = Output(results: results ?? captured.descriptor, messages: messages.descriptor)
  let code = Tool(sampleTool, version: "1.2.3").run(words, output: output) { try body($0, output) }
  return (code, try captured.text(), try messages.text())
}

@Test func `a tool answers help and version itself, on standard output`() throws {
  let help = try perform(["help", "claim"]) { _, _ in .fault }
  #expect(help == (.done, HelpText(root: sampleTool, path: ["claim"]).text(), ""))
  #expect(try perform(["--version"]) { _, _ in .fault } == (.done, "1.2.3\n", ""))
}

@Test func `a tool ends with what its command says, all results written`() throws {
  let answer = try perform(["catalog", "show"]) { command, output in
    try output.writeLine(command.path.joined(separator: "/"))
    return .negative
  }
  #expect(answer == (.negative, "catalog/show\n", ""))
}

@Test func `a tool reports mistakes, faults and full disks, each with its code`() throws {
  struct Unexplained: Error {}
  let usage = try perform(["catalog", "show"]) { command, _ in throw command.usageError("Not so.") }
  #expect(usage.code == .usage && usage.messages.hasPrefix("Error: Not so.\nUsage: entstore catalog show"))
  let fault = try perform(["catalog", "show"]) { _, _ in throw Unexplained() }
  #expect(fault == (.fault, "", "Error: Unexplained()\n"))
  guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
  let disk = try perform(["--version"], results: full.fileDescriptor) { _, _ in .done }
  #expect(disk.code == .diskFailure && disk.messages.hasPrefix("Error: cannot write the results: "))
}
