import Synchronization

/// Read transactions at rest, each keeping its reader slot, so that a warm read neither allocates nor locks.
struct ReaderPool: ~Copyable, Sendable {
  // A slot holds the address of one transaction, or 0. Exchanging whole addresses leaves no room for ABA.
  private let slots = InlineArray<64, Atomic<UInt>> { _ in Atomic(0) }

  /// Takes out a transaction, if one rests here.
  func take() -> OpaquePointer? {
    for index in slots.indices where slots[index].load(ordering: .relaxed) != 0 {
      let address = slots[index].exchange(0, ordering: .acquiring)
      if address != 0 { return unsafe OpaquePointer(bitPattern: address) }
    }
    return nil
  }

  /// Puts a reset transaction to rest; false if there is no room, and the caller must end it.
  func put(_ transaction: OpaquePointer) -> Bool {
    let address = UInt(bitPattern: transaction)
    for index in slots.indices where slots[index].load(ordering: .relaxed) == 0 {
      let (exchanged, _) = slots[index].compareExchange(
        expected: 0, desired: address, ordering: .releasing)
      if exchanged { return true }
    }
    return false
  }
}
