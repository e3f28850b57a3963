Terminal.prepareProcess()
let output = Output()
for argument in CommandLine.arguments.dropFirst() {
  try output.writeLine(TimeText.text(TimeText.instant(argument)))
}
try output.flush()
