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
  /// hold it: an erasure and an erased event the second, all else the first.
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
  public static func line(for event: LoggedEvent) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The recognisable member comes first; the rest is in the order of its names.
    if let erased = event.erased {
      let body = try encoder.encode(ExchangeErased(erased, sequence: event.sequence))
      return secondOpening + body.dropFirst()
    }
    let body = try encoder.encode(ExchangeEvent(event))
    let isErasure = if case .erasure = event.draft.act { true } else { false }
    return (isErasure ? secondOpening : opening) + body.dropFirst()
  }

  /// What a line states.
  ///
  /// - Throws: ``ExchangeError``: which member is wrong.
  public static func event(in line: [UInt8]) throws(ExchangeError) -> ExchangedEvent {
    let wire: ExchangedLine
    // What decodes a line takes one of two members of one name.
    do { try StrictJSON.check(line) } catch { throw .notJSON(reason: error.reason) }
    do {
      wire = try decoded(line)
    } catch let error as ExchangeError {
      throw error
    } catch let DecodingError.keyNotFound(key, context) {
      throw .member(path(context.codingPath + [key]), reason: "is missing")
    } catch let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context) {
      throw .member(path(context.codingPath), reason: "has the wrong type")
    } catch let DecodingError.dataCorrupted(context) where !context.codingPath.isEmpty {
      throw .member(path(context.codingPath), reason: context.debugDescription)
    } catch {
      throw .notJSON(reason: "\(error)")
    }
    do {
      return switch wire {
      case .event(let event): .event(try event.draft())
      case .erased(let erased): .erased(try erased.event())
      }
    } catch let error as ExchangeError {
      throw error
    } catch {
      throw .member("", reason: "\(error)")
    }
  }

  /// A line of either kind, its members not yet looked at.
  private enum ExchangedLine {
    case event(ExchangeEvent)
    case erased(ExchangeErased)
  }

  private static func decoded(_ line: [UInt8]) throws -> ExchangedLine {
    let decoder = JSONDecoder()
    if !line.starts(with: opening) {
      let kind = try decoder.decode(ExchangeKind.self, from: Data(line))
      guard (1...version).contains(kind.entstore) else { throw ExchangeError.newerVersion(kind.entstore) }
      if kind.isErased { return .erased(try decoder.decode(ExchangeErased.self, from: Data(line))) }
    }
    return .event(try decoder.decode(ExchangeEvent.self, from: Data(line)))
  }

  /// Its event's place in the log that a line comes from; `nil` where it does not say.
  public static func sequence(in line: [UInt8]) -> UInt64? {
    try? JSONDecoder().decode(ExchangeSequence.self, from: Data(line)).sequence
  }

  private struct ExchangeSequence: Decodable {
    let sequence: UInt64
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }

  private struct ExchangeKind: Decodable {
    let entstore: Int
    /// Whether it is the place of an erased event; a line of the first version is not, whatever members it has besides.
    let isErased: Bool

    private enum CodingKeys: CodingKey { case entstore, erased }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      entstore = try members.decode(Int.self, forKey: .entstore)
      isErased = entstore > 1 && members.contains(.erased)
    }
  }
}

/// What a line of an export brings to another store.
public enum ExchangedEvent: Hashable, Sendable {
  case event(EventDraft)
  /// An event that was erased before the line was written.
  case erased(ErasedEvent)
}

/// Why a line is no event of an export.
public enum ExchangeError: Error, Hashable, Sendable {
  case notJSON(reason: String)
  /// The line was written by a newer version; use that to import it.
  case newerVersion(Int)
  /// A member is missing or means nothing.
  case member(String, reason: String)
}

extension ExchangeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notJSON(let reason): "the line is not the JSON that is expected: \(reason)"
    case .newerVersion(let version):
      "the line has export version \(version); this entstore reads \(ExchangeLine.version)"
    case .member("", let reason): reason
    case .member(let name, let reason): "\(name) \(reason)"
    }
  }
}
