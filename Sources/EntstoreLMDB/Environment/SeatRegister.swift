import Synchronization

/// What the reader on a seat says of itself. Relaxed stores beside the seat's own fields: a read pays next to nothing for them.
struct ReaderNote: ~Copyable {
  private let beganAt = Atomic<Int64>(0)
  private let snapshot = Atomic<Int>(0)
  private let thread = Atomic<UInt>(0)
  private let label = Atomic<UInt>(0)
  private let isReported = Atomic<Bool>(false)

  func begin(at instant: Int64, snapshot number: Int, label text: StaticString?) {
    snapshot.store(number, ordering: .relaxed)
    thread.store(SharedEnvironment.currentThread, ordering: .relaxed)
    let start = text.map { $0.hasPointerRepresentation ? unsafe UInt(bitPattern: $0.utf8Start) : 0 }
    label.store(start ?? 0, ordering: .relaxed)
    isReported.store(false, ordering: .relaxed)
    beganAt.store(instant, ordering: .relaxed)
  }

  func end() {
    beganAt.store(0, ordering: .relaxed)
  }

  /// What is said at this moment; nil at rest.
  var reading: NotedRead? {
    let instant = beganAt.load(ordering: .relaxed)
    guard instant != 0 else { return nil }
    let text = unsafe UnsafePointer<CChar>(bitPattern: label.load(ordering: .relaxed))
    return NotedRead(
      beganAt: instant, transactionID: snapshot.load(ordering: .relaxed),
      thread: thread.load(ordering: .relaxed), label: unsafe text.map { unsafe String(cString: $0) })
  }

  /// Whether nobody has asked this before of the same read.
  func claimReport() -> Bool {
    !isReported.exchange(true, ordering: .relaxed)
  }
}

/// A read that is under way in this process.
package struct NotedRead: Sendable, Hashable {
  /// When its snapshot was taken, as whoever reads has said.
  package let beganAt: Int64
  /// The snapshot.
  package let transactionID: Int
  /// The thread's number, as debuggers and LMDB show it.
  package let thread: UInt
  package let label: String?
}

/// All seats of an environment. Touched when a seat is made or given back, which a warm read does not.
final class SeatRegister: Sendable {
  private let seats = Mutex<Set<UInt>>([])

  func add(_ seat: UnsafeMutablePointer<ReaderSeat>) {
    seats.withLock { _ = $0.insert(UInt(bitPattern: seat)) }
  }

  func remove(_ seat: UnsafeMutablePointer<ReaderSeat>) {
    seats.withLock { _ = $0.remove(UInt(bitPattern: seat)) }
  }

  /// What those who read at this moment say, as far as `isWanted` wants it.
  func readings(where isWanted: (borrowing ReaderNote, NotedRead) -> Bool = { _, _ in true }) -> [NotedRead] {
    seats.withLock { seats in
      seats.compactMap { address in
        guard let seat = unsafe UnsafePointer<ReaderSeat>(bitPattern: address),
          let reading = unsafe seat.pointee.note.reading, unsafe isWanted(seat.pointee.note, reading)
        else { return nil }
        return reading
      }
    }
  }
}

extension LMDBEnvironment {
  /// The reads under way in this process that have said since when.
  package func notedReads() -> [NotedRead] {
    shared.seats.readings()
  }

  /// Those that began before `instant`, each of them once.
  package func unreportedReads(before instant: Int64) -> [NotedRead] {
    shared.seats.readings { note, reading in reading.beganAt < instant && note.claimReport() }
  }
}

extension Reader {
  /// Says for others since when and for what this snapshot is read; nothing inside a write transaction.
  ///
  /// - Parameter instant: Any clock's, not 0.
  package func note(beganAt instant: Int64, for label: StaticString? = nil) {
    if let seat = unsafe seat {
      unsafe seat.pointee.note.begin(at: instant, snapshot: transactionID, label: label)
    }
  }
}
