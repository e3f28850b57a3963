#if os(Linux)
  import Foundation
  import TestProcesses
  import Testing

  /// A host without a clock of its own begins in 1970, until it has heard the time.
  struct ClockTests {
    private let folder: TestFolder
    private let clock: String

    init() throws {
      folder = try TestFolder()
      try folder.write(SampleEvent.all.map(\.line), to: "events.ndjson")
      try folder.write(SampleEvent.catalog, to: "catalog.json")
      clock = folder[".clock.so"]
      // In front of the C library's own.
      try folder.write(
        "#include <time.h>\nint clock_gettime(clockid_t i, struct timespec *t) { return *t = (struct timespec){203, 0}, 0; }\n",
        to: ".clock.c")
      for compiler in ["cc", "clang", "gcc"] {
        let words = [compiler, "-shared", "-fPIC", "-o", clock, folder[".clock.c"]]
        if try ChildTool(words, in: folder, program: "/usr/bin/env").finish().code == 0 { return }
      }
      throw SampleFailure(text: "no C compiler")
    }

    private func run(_ line: String) throws -> ToolResult {
      try folder.run("\(line) --store s.entstore", environment: ["LD_PRELOAD": clock])
    }

    @Test(arguments: [
      "grant --subject ann --key pro --forever", "grant --subject ann --key pro --for P30D --trial",
      "token --subject ann", "token --subject ann --map t", "catalog set catalog.json",
      "policy set --restore transfer", "import --unsigned --subject ann events.ndjson",
      "import --unsigned --known-tokens-only events.ndjson",
    ])
    func `an act under a clock that cannot be right makes no store for it`(_ act: String) throws {
      let names = try folder.names
      let result = try run(act)
      #expect(result.code == 74 && result.output == "")
      #expect(
        result.messages == """
          Error: the clock of this host cannot be right: it is 203000 ms from 1970, not between March 1973 and the end of 2400. \
          Nothing was written; set the clock (NTP), and try again

          """)
      #expect(try folder.names == names)
    }

    @Test func `events that come in under such a clock are taken, and make a store`() throws {
      #expect(try run("import --unsigned events.ndjson").code == 0)
      #expect(try run("grant --subject ann --key pro --forever").code == 74)
    }
  }
#endif
