/// Calls `body` with every order of `0..<count`.
func forEachPermutation(of count: Int, _ body: ([Int]) throws -> Void) rethrows {
  func fill(_ places: inout [Int], from start: Int) throws {
    if start == places.count { return try body(places) }
    for other in start..<places.count {
      places.swapAt(start, other)
      try fill(&places, from: start + 1)
      places.swapAt(start, other)
    }
  }
  var places = Array(0..<count)
  func run() throws { try fill(&places, from: 0) }
  try run()
}
