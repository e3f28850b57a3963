import Entstore

/// What became of the input.
struct ImportTally {
  var read = 0
  var applied = 0
  var recorded = 0
  var duplicates = 0
  var refused = 0
  /// How many of those that were taken erase somebody.
  var erasures = 0

  mutating func count(_ outcome: Receipt.Outcome) {
    switch outcome {
    case .applied: applied += 1
    case .recorded: recorded += 1
    case .duplicate: duplicates += 1
    }
  }

  var members: [(String, JSONText)] {
    [
      ("read", .count(read)), ("applied", .count(applied)), ("recorded", .count(recorded)),
      ("duplicates", .count(duplicates)), ("refused", .count(refused)),
    ]
  }

  var sentence: String {
    let duplicatesWord = duplicates == 1 ? "duplicate" : "duplicates"
    return
      "\(read) read: \(applied) applied, \(recorded) recorded, \(duplicates) \(duplicatesWord), \(refused) refused"
  }
}
