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

@Test(arguments: [">&-", "2>&-", ">&- 2>&-"])
func `a command whose results nobody can get ends with 74, and the store is whole`(_ closed: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  for line in ["query --subject bob", "token --subject ana", "import --unsigned events.ndjson"] {
    let words = ["-c", "exec \(closed) \"$0\" \(line) --store s.entstore", ChildTool.tool]
    let result = try ChildTool(words, in: folder, program: "/bin/sh").finish()
    #expect(result.code == (closed.hasPrefix(">&-") ? 74 : 0), "\(result)")
  }
  let verified = try folder.run("verify --store s.entstore")
  #expect(verified.code == 0 && verified.output.hasPrefix("sound: "), "\(verified)")
}

#if os(Linux)
  @Test func `standard descriptors that were closed are never given to a file`() throws {
    let folder = try TestFolder()
    try folder.makeStore()
    let line = "exec >&- 2>&- \"$0\" import --store s.entstore --unsigned -"
    let child = try ChildTool(["-c", line, ChildTool.tool], in: folder, program: "/bin/sh", input: nil)
    let descriptors = "/proc/\(child.pid)/fd"
    func file(_ descriptor: String) -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(descriptor)")
    }
    // Before it is its own program, it has stores of other tests open.
    let store = "/" + folder.path.split(separator: "/").suffix(1).joined() + "/s.entstore"
    func hasStore() -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
      return names.contains { file($0)?.hasSuffix(store) == true }
    }
    while child.isRunning && !hasStore() { sched_yield() }
    #expect(file("1") == "/dev/null" && file("2") == "/dev/null")
    #expect(child.finish().code == 74)
  }
#endif

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
