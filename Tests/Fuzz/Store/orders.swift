nonisolated(unsafe) private let shelf = try! Shelf()

/// The same events in two orders, cut into transactions and repeated: everything that is derived from them is the same.
@Sendable func orders(_ input: [UInt8]) {
  do {
    var choices = Choices(bytes: input)
    try TwoOrders(&choices).compare(on: shelf)
  } catch {
    fatalError("\(error)")
  }
}
