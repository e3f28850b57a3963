/// The candidate that `word` was most likely meant to be, or `nil` if none is near.
///
/// Near is one slip (a letter wrong, missing, too many, or two swapped) for every three letters, or the
/// beginning of exactly one candidate.
func nearMiss(_ word: String, among candidates: [String]) -> String? {
  let typed = word.lowercased()
  let ranked = candidates.map { (candidate: $0, slips: slips(from: typed, to: $0.lowercased())) }
  if let best = ranked.min(by: { $0.slips < $1.slips }), best.slips <= max(1, best.candidate.count / 3),
    best.slips < best.candidate.count
  {
    return best.candidate
  }
  let begun = candidates.filter { typed.count > 1 && $0.lowercased().hasPrefix(typed) }
  return begun.count == 1 ? begun[0] : nil
}

/// How many slips lead from one word to the other (optimal string alignment).
///
/// - Complexity: O(*n*·*m*) for words of *n* and *m* letters.
private func slips(from source: String, to target: String) -> Int {
  let a = Array(source.unicodeScalars)
  let b = Array(target.unicodeScalars)
  // A long argument is no misspelt word, and must not cost its square.
  if a.count > 2 * b.count + 2 { return a.count }
  var beforeLast = [Int]()
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
