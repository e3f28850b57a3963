/// Finds what most JSON readers lose in silence.
package enum RepeatedMember {
  /// The name of a member that stands twice in one object of `text`, however deep; canonically equivalent spellings count as
  /// the same. `nil` where there is none, or where `text` is no JSON.
  package static func first(in text: [UInt8]) -> String? {
    guard let text = try? PayloadText(text), let document = try? JSONDocument(text, field: "") else {
      return nil
    }
    for index in document.nodes.indices {
      let value = JSONValue(document: document, index: index)
      guard value.isObject else { continue }
      var seen: Set<String> = []
      for (name, _) in value.members {
        if let name = name.string, !seen.insert(name).inserted { return name }
      }
    }
    return nil
  }
}
