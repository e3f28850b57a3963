/// What most JSON readers let pass or lose in silence.
package enum StrictJSON {
  /// Refuses what is no JSON, with its place.
  ///
  /// - Returns: The name of a member that stands twice in one object of `text`, however deep; canonically equivalent spellings
  ///   count as the same. `nil` where there is none.
  package static func repeatedMember(in text: [UInt8]) throws(Refusal) -> String? {
    let document = try JSONDocument(try PayloadText(text), field: "")
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
