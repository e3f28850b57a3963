/// Things done to a store and to the model of it, at most some dozens; then every question is asked of both.
@Sendable func operations(_ input: [UInt8]) {
  do {
    var compared = try ComparedStore(Choices(bytes: input))
    for _ in 1...60 where !compared.history.random.isExhausted { try compared.step() }
    try compared.compareAll()
  } catch {
    fatalError("\(error)")
  }
}
