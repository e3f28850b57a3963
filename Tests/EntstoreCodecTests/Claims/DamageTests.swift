import EntstoreCodec
import Testing

/// Bytes that no writer wrote are refused, or are another record; nothing traps.
@Suite struct DamageTests {
  @Test(arguments: GoldenRecord.all)
  func `a record that was cut off anywhere is refused`(record: GoldenRecord) {
    for count in 0..<record.bytes.count {
      let beginning = Array(record.bytes.prefix(count))
      if case .decoded(let again) = record.read(beginning) {
        // What a catalog stacks stands behind it: without that it is another catalog, and the seal tells them apart.
        if record.mayEndEarly, again == beginning { continue }
        Issue.record("the first \(count) of \(record.bytes.count) bytes were taken for all")
      }
    }
  }

  @Test(arguments: GoldenRecord.all)
  func `a record whose beginning is missing is refused or another record`(record: GoldenRecord) {
    for count in 1...record.bytes.count { expectOneForm(record, Array(record.bytes.dropFirst(count))) }
  }

  @Test(arguments: GoldenRecord.all)
  func `bytes behind the last field are refused`(record: GoldenRecord) {
    for extra in [[0], [0xff], [0, 0, 0]] as [[UInt8]] {
      let reading = record.read(record.bytes + extra)
      if record.mayEndEarly, case .refused = reading { continue }
      #expect(reading == .refused(.trailingBytes(count: extra.count)))
    }
  }

  @Test(arguments: GoldenRecord.all)
  func `a record with one byte changed is refused or another record`(record: GoldenRecord) {
    for place in record.bytes.indices {
      var changed = record.bytes
      for value in UInt8.min...UInt8.max {
        changed[place] = value
        expectOneForm(record, changed)
      }
    }
  }

  @Test(arguments: GoldenKey.readable)
  func `a key with one byte changed is refused or another key`(key: GoldenKey) throws {
    let read = try #require(key.read)
    for place in key.bytes.indices {
      var changed = key.bytes
      for value in UInt8.min...UInt8.max {
        changed[place] = value
        if case .decoded(let again) = read(changed), again != changed {
          Issue.record("\(spelled(changed)) was read as \(spelled(again))")
        }
      }
    }
  }

  @Test(arguments: GoldenKey.readable)
  func `a key that was cut off is refused or another key`(key: GoldenKey) throws {
    let read = try #require(key.read)
    for count in 0..<key.bytes.count {
      let cut = Array(key.bytes.prefix(count))
      if case .decoded(let again) = read(cut) { #expect(again == cut) }
    }
  }

  @Test func `noise is refused or a record`() {
    let seed = seed(of: "noise")
    var random = RandomModel(seed: seed)
    // One of each kind: only how it reads matters.
    let kinds = [
      GoldenRecord.timelines[0], GoldenRecord.events[0], GoldenRecord.lineages[0], GoldenRecord.rows[0],
      GoldenRecord.acts[0], GoldenRecord.acts[3],
    ]
    for _ in 0..<2_000 {
      // Small bytes are valid kinds, flags and lengths more often than large ones.
      let noise = random.bytes(Int(random.byte()) % 96).map { random.flag() ? $0 & 3 : $0 }
      for kind in kinds { expectOneForm(kind, noise, "seed \(seed)") }
    }
  }

  /// What is taken for a record is exactly what that record is written as.
  private func expectOneForm(_ record: GoldenRecord, _ bytes: [UInt8], _ comment: String = "") {
    // A hundred thousand expectations would take longer than all else here.
    if case .decoded(let again) = record.read(bytes), again != bytes {
      Issue.record("\(spelled(bytes)) was read as \(spelled(again)) \(comment)")
    }
  }
}
