/// The text of a JSON value without white space between its parts and with the members of every object in the
/// order of their names: what two copies of one object have in common, however they were written out.
///
/// Strings and numbers stay as they are written, so nothing is lost. O(*n* log *n*).
func canonicalJSON(_ value: JSONValue) -> [UInt8] {
  var output: [UInt8] = []
  output.reserveCapacity(value.source.count)
  appendCanonical(value, to: &output)
  return output
}

/// Recursion is bounded by the document's limit on nesting.
private func appendCanonical(_ value: JSONValue, to output: inout [UInt8]) {
  if value.isObject {
    let sorted = value.members.sorted { $0.name.source.lexicographicallyPrecedes($1.name.source) }
    var separator = UInt8(ascii: "{")
    for member in sorted {
      output.append(separator)
      appendCanonical(member.name, to: &output)
      output.append(UInt8(ascii: ":"))
      appendCanonical(member.value, to: &output)
      separator = UInt8(ascii: ",")
    }
    output += sorted.isEmpty ? Array("{}".utf8) : Array("}".utf8)
  } else if value.isArray {
    var separator = UInt8(ascii: "[")
    for element in value.elements {
      output.append(separator)
      appendCanonical(element, to: &output)
      separator = UInt8(ascii: ",")
    }
    output += separator == UInt8(ascii: "[") ? Array("[]".utf8) : Array("]".utf8)
  } else if value.isString {
    output.append(UInt8(ascii: "\""))
    output += value.source
    output.append(UInt8(ascii: "\""))
  } else {
    output += value.source
  }
}
