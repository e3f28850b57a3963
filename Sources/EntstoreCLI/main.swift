import Entstore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

Terminal.prepareProcess()
let output = Output()
let style = Style(isTerminal: Terminal.isTerminal(STDOUT_FILENO), environment: Terminal.environment)
let tool = Tool(Specification.entstore, version: Specification.version)
if let place = Terminal.firstUnreadableArgument {
  output.note("Error: Argument \(place), \(quoted(CommandLine.arguments[place])), is not UTF-8.")
  _exit(ExitCode.usage.rawValue)
}
let code = tool.run(
  Array(CommandLine.arguments.dropFirst()), output: output, width: Terminal.textWidth(STDOUT_FILENO)
) { command in
  try runCommand(Context(command: command, output: output, style: style))
}
// Not by `exit`: other threads may still use what libraries take down there.
_exit(code.rawValue)
