import Foundation

/// One call that the shim has written down: Tests/Torture/shim.c.
struct Call {
  enum Kind: UInt8, CaseIterable {
    case write, sync, truncate, map, open, name, unlock
    /// What went to standard output.
    case said
  }

  let kind: Kind
  let hasFailed: Bool
  /// Whether a write is on the disk when it returns.
  var isDurable: Bool
  let isOfLockFile: Bool
  let isOfFolder: Bool
  let inode: UInt64
  /// Where it wrote, or the length that was left.
  let offset: Int
  /// The name that was taken away; of an open, the one that was made.
  let name: String
  /// The name that was given.
  let newName: String
  let bytes: [UInt8]

  static func all(in record: [UInt8]) -> [Call] {
    var calls: [Call] = []
    var rest = record[...]
    func take(_ count: Int) -> ArraySlice<UInt8> {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number(_ count: Int) -> Int { take(count).reversed().reduce(0) { $0 << 8 | Int($1) } }
    while let first = take(1).first, let kind = Kind(rawValue: first) {
      let flags = take(5).map { $0 != 0 }
      let (nameCount, newNameCount) = (number(2), number(2))
      _ = take(6)
      let (inode, offset, count) = (UInt64(number(8)), number(8), number(8))
      calls.append(
        Call(
          kind: kind, hasFailed: flags[0], isDurable: flags[1], isOfLockFile: flags[2], isOfFolder: flags[3],
          inode: inode, offset: offset, name: String(decoding: take(nameCount), as: UTF8.self),
          newName: String(decoding: take(newNameCount), as: UTF8.self), bytes: Array(take(count))))
    }
    return calls
  }
}

/// What the shim does to one or several calls of a kind.
struct Fault: CustomStringConvertible {
  enum Action: Hashable, CustomStringConvertible {
    case error(Int32)
    /// The call is made, and fails all the same.
    case late
    /// Half of the bytes are written.
    case short
    case kill
    case stop

    var description: String {
      switch self {
      case .error(let code): "\(code)"
      case .late: "late"
      case .short: "short"
      case .kill: "kill"
      case .stop: "stop"
      }
    }
  }

  var kind: Call.Kind
  /// Which call of the kind, from 1.
  var call: Int
  var count = 1
  var action: Action

  var description: String { "\(kind) \(call) \(count) \(action)" }
}
