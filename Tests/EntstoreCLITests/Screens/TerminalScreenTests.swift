#if os(Linux)
  import Entstore
  import Glibc
  import Testing

  /// What is said to who sits at a terminal, and to no script.
  @Suite struct TerminalScreenTests {
    /// Starts the tool with its messages on `terminal`.
    private func start(_ line: String, in folder: TestFolder, _ terminal: PseudoTerminal) throws -> ChildTool
    {
      let words = ["-c", "exec \"$0\" \"$@\" 2>\(terminal.path)", ChildTool.tool]
      return try ChildTool(
        words + line.split(separator: " ").map(String.init), in: folder, program: "/bin/sh",
        environment: ["TERM": "xterm"])
    }

    @Test(arguments: [
      "import --store s.entstore --unsigned events.ndjson", "token --store s.entstore --subject ana",
      "grant --store s.entstore --subject ana --key pro --forever",
      "policy set --store s.entstore --soak PT1H",
    ])
    func `who waits for another process to write sees for which, and then gets on`(_ line: String) throws {
      let folder = try TestFolder()
      try folder.makeStore()
      let terminal = try PseudoTerminal()
      let store = try EntitlementStore(path: folder["s.entstore"], opening: .existing)
      let child = try store.write { _ in
        let child = try start(line, in: folder, terminal)
        #expect(terminal.waitFor("Waiting for process \(getpid()) ("))
        #expect(terminal.waitFor("), which is inside a write\u{1b}[K"))
        #expect(child.isRunning)
        return child
      }
      let result = child.finish()
      #expect(result.code == 0 && result.output != "")
      // It does not stay on the screen.
      #expect(terminal.waitFor("\r\u{1b}[K"))
      store.close()
    }

    @Test func `who makes a store by a name of which nothing was there sees that`() throws {
      let folder = try TestFolder()
      try folder.write(SampleEvent.all.map(\.line), to: "events.ndjson")
      let line = "import --store s.entstore --environment production --unsigned events.ndjson"
      let terminal = try PseudoTerminal()
      let first = try start(line, in: folder, terminal)
      #expect(terminal.waitFor("Made s.entstore, a production store."))
      #expect(first.finish().code == 0)
      let other = try PseudoTerminal()
      let second = try start(line + " none", in: folder, other)
      #expect(other.waitFor("none"))
      #expect(second.finish().code == 66 && !other.shown.contains("Made"))
      let third = try start(line, in: folder, other)
      #expect(!other.waitFor("Made"))
      #expect(third.finish().code == 0)
      #expect(try folder.run(line.replacing("s.entstore", with: "t.entstore")).messages == "")
    }
  }
#endif
