#if os(Linux)
  import Foundation
  import Glibc
  import TestProcesses
  import Testing

  /// A lock that keeps everybody from opening the file: a command is stopped where it opens the store.
  private func lockOut(_ path: String) throws -> Int32 {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw SystemFailure(code: errno) }
    return descriptor
  }

  /// Whether some process still works in the folder, after a while in which it may end.
  private func isBusy(_ folder: TestFolder) -> Bool {
    for _ in 0..<10_000 {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      let places = processes.filter { Int($0) != nil }.map {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/cwd")
      }
      if !places.contains(folder.path) { return false }
      sched_yield()
    }
    return true
  }

  private let commands = [
    "verify", "rebuild", "doctor", "compact", "compact --output c.entstore", "backup b.entstore", "backup -",
    "export", "catalog diff catalog.json",
  ]

  @Test(arguments: commands, [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends every long command at once, with nothing half done`(_ command: String, _ number: Int32)
    throws
  {
    let folder = try TestFolder()
    try folder.makeStore()
    let (names, bytes) = (try folder.names, try folder.read("s.entstore"))
    let lock = try lockOut(folder["s.entstore"])
    defer { close(lock) }
    let words = command.split(separator: " ").map(String.init) + ["--store", "s.entstore"]
    let child = try ChildTool(words, in: folder)
    #expect(child.waitUntilItListensForSignals())
    child.signal(number)
    let result = child.finish()
    #expect(result.code == 128 + number && result.output == "")
    #expect(result.messages.hasPrefix("Interrupted; ") && result.messages.hasSuffix(".\n"))
    #expect(!isBusy(folder), "its child process has ended too")
    #expect(try folder.names == names && folder.read("s.entstore") == bytes)
  }

  /// The processes that `parent` has started.
  private func children(of parent: pid_t) -> [pid_t] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { pid_t($0) }.filter { process in
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      return status.split(separator: "\n").contains("PPid:\t\(parent)")
    }
  }

  @Test(arguments: ["verify", "doctor"])
  func `a check that somebody has ended says nothing about the store`(_ command: String) throws {
    let folder = try TestFolder()
    try folder.makeStore()
    let names = try folder.names
    let lock = try lockOut(folder["s.entstore"])
    defer { close(lock) }
    let child = try ChildTool([command, "--store", "s.entstore"], in: folder)
    while child.isRunning {
      if let checking = children(of: child.pid).first {
        kill(checking, SIGKILL)
        break
      }
      sched_yield()
    }
    let result = child.finish()
    #expect(result.code == 74 && result.output == "")
    #expect(
      result.messages.hasPrefix("Error: ") && result.messages.contains("ended by signal 9"),
      "\(result.messages)")
    #expect(try folder.names == names)
  }

  @Test(
    arguments: [(SIGBUS, 74), (SIGSEGV, 74), (SIGABRT, 74), (SIGILL, 70), (SIGTRAP, 70)] as [(Int32, Int32)])
  func `an end by a fault is told with what it may be, and what tells`(_ number: Int32, _ code: Int32) throws
  {
    let folder = try TestFolder()
    try folder.makeStore()
    let lock = try lockOut(folder["s.entstore"])
    defer { close(lock) }
    let child = try ChildTool(["export", "--store", "s.entstore"], in: folder)
    #expect(child.waitUntilItListensForSignals())
    child.signal(number)
    flock(lock, LOCK_UN)
    let result = child.finish()
    #expect(result.code == code && result.output == "")
    #expect(result.messages.hasPrefix("Error: ") && result.messages.contains("entstore verify"))
    // A place outside of the file is met in the file alone; all others are met where memory has run out too.
    #expect(result.messages.contains("memory") == (number != SIGBUS), "\(result.messages)")
  }

  @Test func `who asks for an end and a core with it gets an end`() throws {
    let folder = try TestFolder()
    try folder.makeStore()
    let lock = try lockOut(folder["s.entstore"])
    defer { close(lock) }
    let child = try ChildTool(
      ["-c", "ulimit -c 0; exec \"$0\" export --store s.entstore", ChildTool.tool], in: folder,
      program: "/bin/sh")
    #expect(child.waitUntilItListensForSignals())
    child.signal(SIGQUIT)
    let result = child.finish()
    #expect(result.code == -SIGQUIT && result.output == "" && result.messages == "", "\(result)")
  }

  /// A store of more than the buffers between two processes hold.
  private func makeLargeStore() throws -> TestFolder {
    let folder = try TestFolder()
    let events = (0..<400).map { SampleEvent(id: "more\($0)", subject: "sub\($0)", lineage: "line\($0)") }
    try folder.write(events.map(\.line), to: "events.ndjson")
    try folder.run("import --store s.entstore --unsigned events.ndjson")
    return folder
  }

  @Test(arguments: ["export", "backup -"])
  func `a signal ends a command that nobody reads from`(_ command: String) throws {
    let folder = try makeLargeStore()
    let names = try folder.names
    let reader = try SlowReader(folder[".results"])
    let words = command.split(separator: " ").map(String.init) + ["--store", "s.entstore"]
    let child = try ChildTool(words, in: folder, output: folder[".results"])
    #expect(reader.readOne())
    child.signal(SIGTERM)
    let result = child.finish()
    #expect(result.code == 143 && result.messages.hasPrefix("Interrupted; "))
    #expect(try folder.names == names)
  }

  @Test(arguments: ["export", "backup -"])
  func `a command whose reader has gone ends quietly`(_ command: String) throws {
    let folder = try makeLargeStore()
    let names = try folder.names
    let reader = try SlowReader(folder[".results"])
    let words = command.split(separator: " ").map(String.init) + ["--store", "s.entstore"]
    let child = try ChildTool(words, in: folder, output: folder[".results"])
    #expect(reader.readOne())
    reader.close()
    #expect(child.finish().code == 141)
    #expect(try folder.names == names)
  }

  @Test func `a demo whose reader has gone, or that is interrupted, leaves nothing behind`() throws {
    let folder = try TestFolder()
    for number in [nil, SIGINT, SIGTERM] {
      let reader = try SlowReader(folder[".results-\(number ?? 0)"])
      let child = try ChildTool(["demo"], in: folder, output: folder[".results-\(number ?? 0)"])
      #expect(reader.readOne())
      if let number { child.signal(number) } else { reader.close() }
      #expect(child.finish().code == number.map { 128 + $0 } ?? 141)
      #expect(try folder.names == [])
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a backup that is interrupted is not there`(_ number: Int32) throws {
    let folder = try makeLargeStore()
    let names = try folder.names
    let child = try ChildTool(["backup", "--store", "s.entstore", "b.entstore"], in: folder)
    let unfinished = folder["b.entstore.unfinished-\(child.pid)"]
    while child.isRunning && !FileManager.default.fileExists(atPath: unfinished) { sched_yield() }
    // Written or checked: it goes no further.
    child.signal(SIGSTOP)
    child.signal(number)
    child.signal(SIGCONT)
    let result = child.finish()
    #expect(result.code == 128 + number && result.messages == "Interrupted; there is no backup.\n")
    #expect(!isBusy(folder))
    #expect(try folder.names == names)
  }
#endif
