/// What an identifier identifies, and how its text is made canonical.
public protocol IdentifierKind: Sendable {
  /// The word for it in messages: "subject", "lineage".
  static var name: String { get }
  /// The one spelling that is kept of several that mean the same.
  static func canonical(_ text: String) -> String
}

extension IdentifierKind {
  public static func canonical(_ text: String) -> String { text }
}

/// A text of 1 to 200 bytes of UTF-8 without NUL that names something.
///
/// Bounded so that every composite key fits the engine's 511 bytes; free of NUL because NUL ends a text inside a key.
/// Two identifiers are equal when their bytes are: `String`'s own equality would call "é" and "e + ´" the same.
///
/// Everything here is inlinable: other modules would else call it through the metadata of its generic parameter, which took a
/// tenth of an import.
@frozen public struct Identifier<Kind: IdentifierKind>: Hashable, Comparable, Sendable {
  /// The canonical text.
  public let text: String

  /// Checks and keeps `text`.
  ///
  /// - Throws: ``IdentifierError``: empty, longer than 200 bytes, or with a NUL inside.
  @inlinable public init(_ text: String) throws(IdentifierError) {
    let count = text.utf8.count
    if count == 0 || count > Self.maximumByteCount {
      throw .length(kind: Kind.name, byteCount: count)
    }
    if text.utf8.contains(0) { throw .containsNUL(kind: Kind.name) }
    self.text = Kind.canonical(text)
  }

  /// Takes a text that is known to be canonical: it was read back from where it was kept.
  @inlinable package init(canonical text: String) {
    self.text = text
  }

  /// The longest identifier, in bytes of UTF-8.
  @inlinable public static var maximumByteCount: Int { 200 }

  @inlinable public static func == (a: Self, b: Self) -> Bool {
    // Texts of other bytes that mean the same to `String` are rare; texts that differ for it are the rule, and quickly told.
    a.text == b.text && (unsafe a.text.utf8Span.span.bytes.isEqual(to: b.text.utf8Span.span.bytes))
  }

  @inlinable public static func < (a: Self, b: Self) -> Bool {
    // A short text lies in the value itself: a property that gave its bytes away gave those of a copy that is gone.
    unsafe a.text.utf8Span.span.bytes.precedes(b.text.utf8Span.span.bytes)
  }

  @inlinable public func hash(into hasher: inout Hasher) {
    let bytes = unsafe text.utf8Span.span.bytes
    unsafe bytes.withUnsafeBytes { buffer in unsafe hasher.combine(bytes: buffer) }
  }
}

extension RawSpan {
  /// Whether both hold the same bytes.
  @inlinable package func isEqual(to other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    var offset = 0
    while offset &+ 8 <= byteCount {
      if word(at: offset) != other.word(at: offset) { return false }
      offset &+= 8
    }
    while offset < byteCount {
      if byte(at: offset) != other.byte(at: offset) { return false }
      offset &+= 1
    }
    return true
  }

  /// Whether these bytes come before `other`, byte by byte, the shorter first where one begins the other.
  @inlinable package func precedes(_ other: RawSpan) -> Bool {
    let shared = min(byteCount, other.byteCount)
    var offset = 0
    while offset &+ 8 <= shared {
      let (a, b) = (word(at: offset), other.word(at: offset))
      if a != b { return a.bigEndian < b.bigEndian }
      offset &+= 8
    }
    while offset < shared {
      let (a, b) = (byte(at: offset), other.byte(at: offset))
      if a != b { return a < b }
      offset &+= 1
    }
    return byteCount < other.byteCount
  }

  @inlinable package func word(at offset: Int) -> UInt64 {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inlinable package func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

extension Identifier: CustomStringConvertible {
  @inlinable public var description: String { text }
}

extension Identifier: ExpressibleByStringLiteral {
  /// A name written in the program.
  ///
  /// - Precondition: 1 to 200 bytes without NUL. What comes from outside goes through ``init(_:)``.
  public init(stringLiteral value: String) {
    do {
      try self.init(value)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

/// Why a text is no identifier.
public enum IdentifierError: Error, Hashable, Sendable {
  /// It has `byteCount` bytes; 1 to 200 are allowed.
  case length(kind: String, byteCount: Int)
  /// It has a NUL inside.
  case containsNUL(kind: String)
}

extension IdentifierError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .length(let kind, 0): "the \(kind) is empty"
    case .length(let kind, let count): "the \(kind) has \(count) bytes; at most 200 are allowed"
    case .containsNUL(let kind): "the \(kind) contains a NUL character"
    }
  }
}
