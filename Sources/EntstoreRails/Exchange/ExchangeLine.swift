import EntstoreModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One event of the log as a line of JSON that belongs to no engine: what `export` writes and `import` reads back.
///
/// Exactly what the log keeps, digests and salts left out: importing an export into an empty store gives the same export again.
///
/// Source: docs/format.md §5.
public enum ExchangeLine {
  /// The newest version in the member `entstore`, which is also how a line is recognised. A line has the first version that can
  /// hold it: an erasure the second, all else the first.
  public static let version = 2
  /// What a line of the first version begins with.
  public static let opening = Array(#"{"entstore":1,"#.utf8)
  /// What a line of the second version begins with.
  private static let secondOpening = Array(#"{"entstore":2,"#.utf8)

  /// Whether a line is one of these, by its first bytes.
  public static func matches(_ line: some Collection<UInt8>) -> Bool {
    line.starts(with: Array(#"{"entstore":"#.utf8))
  }

  /// The line for `event`, without a newline.
  ///
  /// - Precondition: The event is not erased: the erasure's line tells of it.
  public static func line(for event: LoggedEvent) throws -> [UInt8] {
    precondition(!event.isErased, "nothing is left of an erased event but its place")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = try encoder.encode(ExchangeEvent(event))
    // The recognisable member comes first; the rest is in the order of its names.
    let isErasure = if case .erasure = event.draft.act { true } else { false }
    return (isErasure ? secondOpening : opening) + Array(body.dropFirst())
  }

  /// The event that a line states.
  ///
  /// - Throws: ``ExchangeError``: which member is wrong.
  public static func event(in line: [UInt8]) throws(ExchangeError) -> EventDraft {
    let wire: ExchangeEvent
    do {
      let decoder = JSONDecoder()
      if !line.starts(with: opening) {
        let found = try decoder.decode(ExchangeVersion.self, from: Data(line)).entstore
        guard (1...version).contains(found) else { throw ExchangeError.newerVersion(found) }
      }
      wire = try decoder.decode(ExchangeEvent.self, from: Data(line))
    } catch let error as ExchangeError {
      throw error
    } catch let DecodingError.keyNotFound(key, context) {
      throw .member(path(context.codingPath + [key]), reason: "is missing")
    } catch let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context) {
      throw .member(path(context.codingPath), reason: "has the wrong type")
    } catch let DecodingError.dataCorrupted(context) where !context.codingPath.isEmpty {
      throw .member(path(context.codingPath), reason: context.debugDescription)
    } catch {
      throw .notJSON
    }
    do {
      return try wire.draft()
    } catch let error as ExchangeError {
      throw error
    } catch {
      throw .member("", reason: "\(error)")
    }
  }

  /// Its event's place in the log that a line comes from; `nil` where it does not say.
  public static func sequence(in line: [UInt8]) -> UInt64? {
    try? JSONDecoder().decode(ExchangePlace.self, from: Data(line)).sequence
  }

  private struct ExchangePlace: Decodable {
    let sequence: UInt64
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }

  private struct ExchangeVersion: Decodable {
    let entstore: Int
  }
}

/// Why a line is no event of an export.
public enum ExchangeError: Error, Hashable, Sendable {
  case notJSON
  /// The line was written by a newer version; use that to import it.
  case newerVersion(Int)
  /// A member is missing or means nothing.
  case member(String, reason: String)
}

extension ExchangeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notJSON: "the line is not JSON; is it cut off?"
    case .newerVersion(let version):
      "the line has export version \(version); this entstore reads \(ExchangeLine.version)"
    case .member("", let reason): reason
    case .member(let name, let reason): "\(name) \(reason)"
    }
  }
}
