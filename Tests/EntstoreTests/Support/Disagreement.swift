/// A store says otherwise than it should. Thrown, because a fuzzer knows nothing of a test's expectations.
struct Disagreement: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless both are the same.
func agree<Value: Equatable>(
  _ found: Value, _ expected: Value, _ about: @autoclosure () -> String
) throws(Disagreement) {
  if found == expected { return }
  throw Disagreement(description: "\(about()): found \(found), expected \(expected)")
}

/// Throws unless `isTrue`.
func agree(_ isTrue: Bool, _ about: @autoclosure () -> String) throws(Disagreement) {
  if !isTrue { throw Disagreement(description: about()) }
}
