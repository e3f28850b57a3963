/// What the caller asked for.
struct Options {
  var names: [String] = []
  var subjects = 100_000
  var events = 200_000
  var months: Int?
  var rounds = 5
  var folder: String?
  var json: String?
  var against: String?
  var tool: String?

  static let usage = """
    USAGE: entstore-bench [NAME...] [options]

    NAMES: \(Benchmark.all.map(\.name).joined(separator: ", ")); without any, all of them.

    OPTIONS:
      --subjects N     customers in the store that is read (default: 100000)
      --events N       events that are imported (default: 200000)
      --months N       how long the customers' lives are told (default: 12; 3 from 10^6 and 1 from 10^7 customers on)
      --rounds N       how often each thing is measured (default: 5)
      --data FOLDER    where stores are prepared and kept for the next run (default: a temporary one)
      --json FILE      write what was measured
      --tool PATH      the tool to run (default: the one built beside this program)
      --against FILE   print how each ratio has changed since FILE was written

    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        guard Benchmark.all.contains(where: { $0.name == argument }) else {
          throw Failure("there is no benchmark '\(argument)'\n\n\(Self.usage)")
        }
        names.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
        throw Failure("'\(argument)' needs a value\n\n\(Self.usage)")
      }
      switch parts[0] {
      case "--subjects": subjects = try Self.number(value, of: argument)
      case "--events": events = try Self.number(value, of: argument)
      case "--months": months = try Self.number(value, of: argument)
      case "--rounds": rounds = try Self.number(value, of: argument)
      case "--data": folder = value
      case "--json": json = value
      case "--against": against = value
      case "--tool": tool = value
      default: throw Failure("'\(argument)' is no option\n\n\(Self.usage)")
      }
    }
  }

  private static func number(_ text: String, of option: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw Failure("the value '\(text)' for '\(option)' is no number above 0")
    }
    return number
  }

  /// Long lives of many customers fill a disk; what is read does not depend on their length.
  func monthsOfLife(of subjects: Int) -> Int {
    months ?? (subjects >= 10_000_000 ? 1 : subjects >= 1_000_000 ? 3 : 12)
  }
}
