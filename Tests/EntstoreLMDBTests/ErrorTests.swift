import EntstoreLMDB
import Testing

struct ErrorTests {
  @Test(arguments: [
    (
      LMDBError.truncated(path: "/s", expectedBytes: 8192, actualBytes: 5000),
      "/s should have 8192 bytes and has 5000: its end is lost. Salvage what is left, or restore a backup."
    ),
    (
      .diskFull(path: "/s"),
      "There is no space left for /s; nothing was written. Free some space and try again."
    ),
    (
      .lmdb(operation: "mdb_put", path: "/s", code: -30799),
      "mdb_put failed for /s: MDB_KEYEXIST: Key/data pair already exists (-30799)."
    ),
    (.system(operation: "open", path: "/s", code: 5), "open failed for /s: Input/output error (5)."),
  ])
  func `an error says what is wrong and what to do`(error: LMDBError, text: String) {
    #expect(error.description == text)
  }

  @Test(arguments: [
    (LMDBError.mapFull(path: "", mapBytes: 1), true), (.busy(path: ""), true),
    (.readersFull(path: "", maximumReaders: 1), true),
    (.mapOutgrown(path: ""), true), (.diskFull(path: ""), false), (.notAStore(path: ""), false),
  ])
  func `an error says whether trying again may help`(error: LMDBError, isRetryable: Bool) {
    #expect(error.isRetryable == isRetryable)
  }

  @Test func `an error keeps the code it came with`() {
    #expect(LMDBError.lmdb(operation: "x", path: "", code: -30781).code == -30781)
    #expect(LMDBError.mapFull(path: "", mapBytes: 1).code == -30792)
    #expect(LMDBError.diskFull(path: "").code == 28)
  }
}
