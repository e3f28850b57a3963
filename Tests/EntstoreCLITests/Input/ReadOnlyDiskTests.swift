#if os(Linux)
  import Foundation
  import Glibc
  import TestProcesses
  import Testing

  @Suite(.enabled(if: geteuid() == 0, "only root can mount a file system"))
  struct ReadOnlyDiskTests {
    /// Runs `body` with the store `disk/s.entstore` on a file system that nobody can write.
    private func onReadOnlyDisk(_ body: (TestFolder) throws -> Void) throws {
      let folder = try TestFolder()
      try folder.makeStore()
      let disk = folder["disk"]
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
      guard unsafe mount("tmpfs", disk, "tmpfs", 0, "size=16m") == 0 else { throw SystemFailure(code: errno) }
      defer { unsafe _ = umount2(disk, Int32(MNT_DETACH)) }
      try folder.copy("s.entstore", to: "disk/s.entstore")
      guard unsafe mount("tmpfs", disk, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
      else {
        throw SystemFailure(code: errno)
      }
      try body(folder)
    }

    @Test func `what cannot write because the disk is read-only says that`() throws {
      try onReadOnlyDisk { folder in
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
      }
    }

    @Test func `a store that is mounted read-only by itself says that too`() throws {
      let folder = try TestFolder()
      try folder.makeStore()
      let store = folder["s.entstore"]
      guard unsafe mount(store, store, nil, UInt(MS_BIND), nil) == 0 else {
        throw SystemFailure(code: errno)
      }
      defer { unsafe _ = umount2(store, Int32(MNT_DETACH)) }
      let flags = MS_REMOUNT | MS_RDONLY | MS_BIND
      guard unsafe mount(nil, store, nil, UInt(flags), nil) == 0 else { throw SystemFailure(code: errno) }
      let result = try folder.run("import --store s.entstore --unsigned events.ndjson")
      #expect(
        result.code == 66 && result.messages.contains("the disk, or the file, is read-only"), "\(result)")
    }
  }
#endif
