#if os(Linux)
  import Foundation
  import Glibc
  import TestProcesses
  import Testing

  @Suite(.enabled(if: geteuid() == 0, "only root can mount a file system"))
  struct ReadOnlyDiskTests {
    /// Makes what is at `path` read-only, for all that come by that path.
    ///
    /// Not the file system itself: that is refused while any process has a file open for writing in there, also one that is just
    /// being started by another test and has not given up yet what it inherited.
    private func makeReadOnly(_ path: String) throws {
      guard unsafe mount(path, path, nil, UInt(MS_BIND), nil) == 0 else { throw SystemFailure(code: errno) }
      let flags = MS_REMOUNT | MS_RDONLY | MS_BIND
      guard unsafe mount(nil, path, nil, UInt(flags), nil) == 0 else {
        let code = errno
        unsafe _ = umount2(path, Int32(MNT_DETACH))
        throw SystemFailure(code: code)
      }
    }

    @Test func `what cannot write because the disk is read-only says that`() throws {
      let folder = try TestFolder()
      try folder.makeStore()
      let disk = folder["disk"]
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
      try folder.copy("s.entstore", to: "disk/s.entstore")
      try makeReadOnly(disk)
      defer { unsafe _ = umount2(disk, Int32(MNT_DETACH)) }
      #expect(try folder.run("query --store disk/s.entstore --subject ann").code == 0)
      for (line, file) in [
        ("import --store disk/s.entstore --unsigned events.ndjson", "s.entstore"),
        ("import --store disk/new --unsigned events.ndjson", "new"),
        ("compact --store disk/s.entstore", "s.entstore"),
        ("rebuild --store disk/s.entstore", "s.entstore"),
        ("erase --store disk/s.entstore --subject ann", "s.entstore"),
        ("grant --store disk/s.entstore --subject ann --key pro --forever", "s.entstore"),
        ("backup --store s.entstore disk/b", "b"), ("compact --store s.entstore --output disk/c", "c"),
        ("salvage --store s.entstore --output disk/x", "x"),
      ] {
        let result = try folder.run(line)
        #expect(
          result
            == ToolResult(
              code: 66, output: "",
              messages: "Error: disk/\(file) cannot be written: the disk, or the file, is read-only\n"),
          "\(line)")
      }
      for (line, file) in [("verdict key --output disk/a.key", "a.key"), ("forge ca disk/ca", "ca")] {
        #expect(
          try folder.run(line)
            == ToolResult(
              code: 66, output: "", messages: "Error: cannot write disk/\(file): Read-only file system\n"))
      }
    }

    @Test func `a store that is mounted read-only by itself says that too`() throws {
      let folder = try TestFolder()
      try folder.makeStore()
      let store = folder["s.entstore"]
      try makeReadOnly(store)
      defer { unsafe _ = umount2(store, Int32(MNT_DETACH)) }
      let result = try folder.run("import --store s.entstore --unsigned events.ndjson")
      #expect(
        result.code == 66 && result.messages.contains("the disk, or the file, is read-only"), "\(result)")
    }
  }
#endif
