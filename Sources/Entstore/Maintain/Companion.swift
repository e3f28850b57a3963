import Dispatch
import EntstoreLMDB
import Synchronization

/// A second thread that reads the same snapshot, so that what takes long is shared by two cores.
///
/// The engine lets one thread use a reader, so this one has its own, of the same commit. Where somebody has committed in
/// between, or there is no reader or thread to be had, the caller's thread reads everything.
final class Companion: Sendable {
  private typealias Job = @Sendable (Reader) -> Void

  private let job = Mutex<Job?>(nil)
  private let isWanted = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)
  private let isThere = Atomic<Bool>(false)

  /// - Parameter commit: The number of the commit that is read.
  init(_ engine: LMDBEnvironment, reading commit: Int) {
    let isStarted = OwnThread.start { [self] in
      do {
        try engine.read { reader in
          let isSame = reader.transactionID == commit
          serve { job in if isSame { job(reader) } }
        }
      } catch {
        serve { _ in }
      }
      isDone.signal()
    }
    isThere.store(isStarted, ordering: .relaxed)
  }

  /// Lets go of the snapshot.
  func end() {
    guard isThere.load(ordering: .relaxed) else { return }
    job.withLock { $0 = nil }
    isWanted.signal()
    isDone.wait()
  }

  private func serve(_ run: (Job) -> Void) {
    while true {
      isWanted.wait()
      guard let job = job.withLock({ $0 }) else { return }
      run(job)
      isDone.signal()
    }
  }

  /// Reads each of `ranges` on one of the two threads.
  ///
  /// - Parameters:
  ///   - reader: Of the same commit.
  ///   - progress: Called on this thread after each range that it has read, and at the end, with how many have been; throwing
  ///     stops both.
  /// - Returns: What each range came to, in their order.
  func read<Part: Sendable>(
    _ ranges: [KeyRange], with reader: Reader, progress: (Int) throws -> Void = { _ in },
    _ read: @escaping @Sendable (KeyRange, Reader) throws -> Part
  ) throws -> [Part] {
    let parts = Parts<Part>(of: ranges)
    let isThere = isThere.load(ordering: .relaxed)
    if isThere {
      job.withLock { $0 = { other in parts.take { try read($0, other) } } }
      isWanted.signal()
    }
    parts.take {
      let part = try read($0, reader)
      try progress(parts.count)
      return part
    }
    if isThere { isDone.wait() }
    let all = try parts.all()
    try progress(all.count)
    return all
  }
}

/// What ranges come to, taken one by one by several threads.
private final class Parts<Part: Sendable>: Sendable {
  private struct State {
    var next = 0
    var parts: [Part?]
    var failure: (any Error)?
  }

  private let ranges: [KeyRange]
  private let state: Mutex<State>

  init(of ranges: [KeyRange]) {
    self.ranges = ranges
    state = Mutex(State(parts: Array(repeating: nil, count: ranges.count)))
  }

  /// Reads ranges that nobody has taken until there is none, or any has failed.
  func take(_ read: (KeyRange) throws -> Part) {
    while let index = claim() {
      do {
        let part = try read(ranges[index])
        state.withLock { $0.parts[index] = part }
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
  }

  private func claim() -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < ranges.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// How many ranges somebody has read, or is reading.
  var count: Int { state.withLock { $0.next } }

  func all() throws -> [Part] {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.parts.compactMap(\.self)
    }
  }
}
