/// Where something stands in its payload: "data.signedTransactionInfo". Put into words only where something is wrong.
struct FieldPath {
  private var base: String
  private var outer: StaticString?
  private var inner: StaticString?

  init(_ text: String) { base = text }

  /// The path of `name` inside this one.
  func member(_ name: StaticString) -> FieldPath {
    var path = inner == nil ? self : FieldPath(text)
    if path.outer == nil { path.outer = name } else { path.inner = name }
    return path
  }

  var text: String {
    guard let outer else { return base }
    let path = joined(base, "\(outer)")
    return inner.map { joined(path, "\($0)") } ?? path
  }
}

/// The path of `name` inside `place`; either may be empty.
func joined(_ place: String, _ name: String) -> String {
  place.isEmpty ? name : name.isEmpty ? place : place + "." + name
}
