import Entstore
import EntstoreModel
import Foundation

private let file = FileOfBytes()

/// A sound store's file, and what is in it.
private struct SoundStore {
  static let pageBytes = 4_096
  let bytes: [UInt8]
  let events: [LoggedEvent]
  /// The dates of what an erasure has changed: of these an older version may be all that is left.
  let changed: Set<Instant>

  /// Reads the store that `FUZZ_STORE` names.
  init() {
    ignoreLeaks()
    defer { noticeLeaks() }
    do {
      guard let path = ProcessInfo.processInfo.environment["FUZZ_STORE"] else {
        fatalError("FUZZ_STORE names no store; run Scripts/fuzz")
      }
      bytes = Array(try Data(contentsOf: URL(filePath: path)))
      let store = try EntitlementStore(path: path, opening: .existing)
      defer { store.close() }
      var events: [LoggedEvent] = []
      try store.read { try $0.forEachEvent { events.append($0) } }
      self.events = events
      changed = Set(
        events.flatMap { event in
          guard case .erasure(let erasure) = event.draft.act else { return [] as [Instant] }
          return erasure.erased.map(\.signedAt) + erasure.redacted.map(\.position.signedAt)
        })
    } catch {
      fatalError("\(error)")
    }
  }
}

private let sound = SoundStore()

/// Changes to the pages of a sound store's file, one behind the other; then the file is looked at as `salvage`, an opening and
/// `verify` look at it without the engine.
@Sendable func pages(_ input: [UInt8]) {
  var changes = PageChanges(sound.bytes)
  changes.make(input[...])
  file.fill(changes.bytes)
  expectTruth(areHeadersChanged: changes.areHeadersChanged)
  do throws(LMDBError) {
    let descriptor = try FileDescriptor(opening: file.path, flags: O_RDONLY)
    if try Soundness.check(descriptor, path: file.path) {
      let faults = try Soundness.pageFaults(of: descriptor, path: file.path)
      precondition(faults.allSatisfy { !$0.what.isEmpty } && faults.count < 100)
    }
  } catch {
    precondition(!error.description.isEmpty)
  }
}

/// Nothing is given out that was not there, and what is not given out is told, unless the file itself says that an older commit
/// was the last one.
private func expectTruth(areHeadersChanged: Bool) {
  do {
    var told: Set<UInt64> = []
    var end: UInt64?
    _ = try EntitlementStore.salvage(path: file.path) { loss in
      switch loss {
      case .events(let range): told.formUnion(range.clamped(to: 1...UInt64(sound.events.count)))
      case .meaning(let event, _): told.insert(event)
      case .end(let last): end = last
      case .versions, .chain, .payloads, .identity: break
      }
    } event: { event in
      told.insert(event.sequence)
      precondition((1...UInt64(sound.events.count)).contains(event.sequence), "an event that never was")
      let before = sound.events[Int(event.sequence) - 1]
      if event == before { return }
      expectExport(of: event)
      if sound.changed.contains(event.draft.signedAt) { return }
      var draft = before.draft
      if event.draft.raw.isEmpty { draft.raw = [] }
      precondition(event.draft == draft && event.isErased == before.isErased, "another event")
    }
    if areHeadersChanged { return }
    for sequence in 1...UInt64(sound.events.count) where !told.contains(sequence) {
      precondition(end.map { sequence > $0 } ?? false, "nothing is said of event \(sequence)")
    }
  } catch let error as StoreError {
    precondition(!error.description.isEmpty)
  } catch {
    fatalError("\(error)")
  }
}

/// What the input says is done to the pages of a file.
private struct PageChanges {
  private(set) var bytes: [UInt8]
  /// Whether the headers are changed, or the page with the roots of all tables.
  private(set) var areHeadersChanged = false
  private let pageBytes = SoundStore.pageBytes
  private let mainRoot: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let roots = [0, pageBytes].map { bytes.load(UInt64.self, at: $0 + 144) }
    mainRoot = Int(bytes.load(UInt64.self, at: (roots[1] > roots[0] ? pageBytes : 0) + 128))
  }

  /// Each change is a byte that says what is done, one for the page, two for the place on it, and what that takes.
  mutating func make(_ input: ArraySlice<UInt8>) {
    var rest = input
    while rest.count >= 4, bytes.count >= pageBytes {
      let kind = rest.removeFirst()
      let page = Int(rest.removeFirst()) % (bytes.count / pageBytes)
      let place = (Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8) % pageBytes
      let start = page * pageBytes + place
      switch kind % 6 {
      case 0:
        let count = min(Int(rest.popFirst() ?? 0) % 32, rest.count, bytes.count - start)
        write(rest.prefix(count), at: start)
        rest = rest.dropFirst(count)
      case 1: write(page: Int(rest.popFirst() ?? 0), at: page, keepsNumber: false)
      case 2: write(page: Int(rest.popFirst() ?? 0), at: page, keepsNumber: true)
      case 3: write([UInt8](repeating: 0, count: pageBytes - place), at: start)
      case 4:
        bytes.removeLast(bytes.count - start)
      default: bytes += rest.prefix(32)
      }
    }
  }

  private mutating func write(_ new: some Collection<UInt8>, at start: Int) {
    let page = start / pageBytes
    if page < 2 || page == mainRoot { areHeadersChanged = true }
    let end = min(start + new.count, bytes.count)
    bytes.replaceSubrange(start..<end, with: new.prefix(end - start))
  }

  /// Another page in the place of `page`, with the number that it had there or its own.
  private mutating func write(page other: Int, at page: Int, keepsNumber: Bool) {
    let from = other % (bytes.count / pageBytes) * pageBytes
    let skipped = keepsNumber ? 8 : 0
    write(Array(bytes[from + skipped..<from + pageBytes]), at: page * pageBytes + skipped)
    // A page that is an older version of itself may say in good order that less has happened.
    if keepsNumber { areHeadersChanged = true }
  }
}
