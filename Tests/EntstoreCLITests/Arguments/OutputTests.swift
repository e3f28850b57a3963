import EntstoreCLI
import Foundation
import Testing

@Test func `results and messages go their own ways`() throws {
  let (results, messages) = (Capture(), Capture())
  let output = Output(results: results.descriptor, messages: messages.descriptor)
  try output.write("a")
  output.note("FILE:1: reason")
  try output.writeLine("b")
  let bytes: [UInt8] = [0x63, 0x0a]
  try output.write(unsafe bytes.span.bytes)
  try output.flush()
  #expect(try results.text() == "ab\nc\n")
  #expect(try messages.text() == "FILE:1: reason\n")
}

@Test func `results wait for a flush`() throws {
  let results = Capture()
  let output = Output(results: results.descriptor)
  try output.write("lost")
  #expect(try results.text() == "")
}

@Test func `a full disk is an error, then and ever after`() throws {
  guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
  let output = Output(results: full.fileDescriptor)
  try output.write("x")
  let error = #expect(throws: OutputError.self) { try output.flush() }
  #expect(error?.code == ENOSPC)
  #expect(throws: OutputError(code: ENOSPC)) { try output.flush() }
}

@Test func `a reader that has gone ends the process quietly`() async {
  await #expect(processExitsWith: .exitCode(141)) {
    Terminal.prepareProcess()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let output = Output(results: pipe.fileHandleForWriting.fileDescriptor)
    try output.write("x")
    try output.flush()
  }
}

@Test func `standard descriptors that were closed are never given to a file`() async {
  await #expect(processExitsWith: .exitCode(0)) {
    close(STDIN_FILENO)
    close(STDOUT_FILENO)
    Terminal.prepareProcess()
    let file = unsafe open("/dev/null", O_RDONLY)
    let error = #expect(throws: OutputError.self) {
      let output = Output()
      try output.write("x")
      try output.flush()
    }
    exit(file > STDERR_FILENO && error?.code == EBADF ? 0 : 1)
  }
}

@Test func `results larger than the buffer arrive whole and in order`() throws {
  let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: url) }
  try Data().write(to: url)
  let file = try FileHandle(forWritingTo: url)
  let output = Output(results: file.fileDescriptor)
  for number in 0..<50_000 { try output.writeLine("\(number)") }
  try output.flush()
  let written = String(decoding: try Data(contentsOf: url), as: UTF8.self)
  #expect(written == (0..<50_000).map { "\($0)\n" }.joined())
}
