/// What most JSON readers let pass or lose in silence.
package enum StrictJSON {
  /// Refuses what is no JSON, with its place, and an object in which a name stands twice, however deep. To whom names are
  /// Swift's strings, canonically equivalent spellings are one name.
  package static func check(_ text: [UInt8]) throws(Refusal) {
    let document = try JSONDocument(try PayloadText(text), field: "")
    for index in document.nodes.indices {
      let value = JSONValue(document: document, index: index)
      guard value.isObject else { continue }
      var seen: Set<String> = []
      for (name, _) in value.members {
        guard let name = name.string, !seen.insert(name).inserted else { continue }
        throw .malformedJSON(
          field: "", reason: "'\(excerpt(name))' stands twice in one object, spelled in two ways")
      }
    }
  }
}
