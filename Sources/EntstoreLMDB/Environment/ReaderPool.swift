import CLMDB
import Synchronization

/// A read transaction that keeps its reader slot while it rests, and one cursor that is renewed with it: begun once, a warm
/// read allocates nothing.
@safe struct ReaderSeat: ~Copyable {
  let transaction: OpaquePointer
  /// What its reader says of itself, for whoever asks from another thread.
  let note = ReaderNote()
  let register: SeatRegister
  private var cursor: OpaquePointer?
  private var table: MDB_dbi = 0
  private var isLent = false

  init(_ transaction: OpaquePointer, in register: SeatRegister) {
    unsafe self.transaction = transaction
    self.register = register
  }

  /// The seat's own cursor, before the first entry of `table`; nil if it is lent already or belongs to another table.
  mutating func lendCursor(in table: MDB_dbi) -> OpaquePointer? {
    if isLent { return nil }
    if let cursor = unsafe cursor {
      guard self.table == table, unsafe mdb_cursor_renew(transaction, cursor) == 0 else { return nil }
      isLent = true
      return unsafe cursor
    }
    var opened: OpaquePointer?
    guard unsafe mdb_cursor_open(transaction, table, &opened) == 0 else { return nil }
    unsafe cursor = opened
    self.table = table
    isLent = true
    return unsafe opened
  }

  /// Takes back what ``lendCursor(in:)`` lent; false for any other cursor.
  mutating func takeBack(_ returned: OpaquePointer) -> Bool {
    guard isLent, unsafe cursor == returned else { return false }
    isLent = false
    return true
  }

  /// Ends the transaction in the way that keeps the handles of tables, and its cursor.
  func commit() -> Int32 {
    if let cursor = unsafe cursor { unsafe mdb_cursor_close(cursor) }
    return unsafe mdb_txn_commit(transaction)
  }

  /// Ends the transaction and its cursor.
  func end() {
    if let cursor = unsafe cursor { unsafe mdb_cursor_close(cursor) }
    unsafe mdb_txn_abort(transaction)
  }
}

/// Read transactions at rest, so that a warm read neither allocates nor locks.
struct ReaderPool: ~Copyable, Sendable {
  // A slot holds the address of one seat, or 0. Exchanging whole addresses leaves no room for ABA.
  private let slots = InlineArray<64, Atomic<UInt>> { _ in Atomic(0) }

  /// Takes out a seat, if one rests here.
  func take() -> UnsafeMutablePointer<ReaderSeat>? {
    for index in slots.indices where slots[index].load(ordering: .relaxed) != 0 {
      let address = slots[index].exchange(0, ordering: .acquiring)
      if address != 0 { return unsafe UnsafeMutablePointer(bitPattern: address) }
    }
    return nil
  }

  /// Puts a seat to rest whose transaction was reset; false if there is no room, and the caller must end it.
  func put(_ seat: UnsafeMutablePointer<ReaderSeat>) -> Bool {
    let address = UInt(bitPattern: seat)
    for index in slots.indices where slots[index].load(ordering: .relaxed) == 0 {
      let (exchanged, _) = slots[index].compareExchange(
        expected: 0, desired: address, ordering: .releasing)
      if exchanged { return true }
    }
    return false
  }
}

extension UnsafeMutablePointer<ReaderSeat> {
  /// A seat of its own for a transaction that has begun.
  static func seat(_ transaction: OpaquePointer, in register: SeatRegister) -> Self {
    let seat = Self.allocate(capacity: 1)
    unsafe seat.initialize(to: ReaderSeat(transaction, in: register))
    unsafe register.add(seat)
    return unsafe seat
  }

  /// Commits the transaction and gives the seat back.
  func commit() -> Int32 {
    let code = unsafe pointee.commit()
    unsafe giveBack()
    return code
  }

  /// Ends the transaction and gives the seat back.
  func end() {
    unsafe pointee.end()
    unsafe giveBack()
  }

  private func giveBack() {
    unsafe pointee.register.remove(self)
    unsafe deinitialize(count: 1)
    unsafe deallocate()
  }
}
