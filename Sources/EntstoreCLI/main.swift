#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let time = CommandSpecification(
  name: "time", abstract: "Show a moment as ISO 8601.",
  arguments: [ArgumentSpecification(name: "time", help: "ISO 8601 or milliseconds since 1970.")])
let entstore = CommandSpecification(
  name: "entstore", abstract: "Keep and ask who is entitled to what.", subcommands: [time])

Terminal.prepareProcess()
let output = Output()
let code = Tool(entstore, version: "0.1.0").run(
  Array(CommandLine.arguments.dropFirst()), output: output, width: Terminal.textWidth(STDOUT_FILENO)
) { command in
  do {
    try output.writeLine(TimeText.text(TimeText.instant(command.arguments[0])))
    return .done
  } catch let error as TimeTextError {
    throw command.usageError("\(error).")
  }
}
exit(code.rawValue)
