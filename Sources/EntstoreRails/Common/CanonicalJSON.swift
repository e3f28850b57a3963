/// The text of a JSON value without white space between its parts and with the members of every object in the order of
/// their names: what two copies of one object have in common, however they were written out.
///
/// Strings and numbers stay as they are written, so nothing is lost. O(*n* log *n*).
func canonicalJSON(_ bytes: [UInt8], in range: Range<Int>) throws(Refusal) -> [UInt8] {
  var output: [UInt8] = []
  output.reserveCapacity(range.count)
  try appendCanonical(bytes, in: range, to: &output)
  return output
}

/// Recursion is bounded by the outline's limit on nesting.
private func appendCanonical(
  _ bytes: [UInt8], in range: Range<Int>, to output: inout [UInt8]
) throws(Refusal) {
  let opening = bytes[range.lowerBound]
  guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[") else {
    output += bytes[range]
    return
  }
  let outline = try JSONOutline(of: bytes, in: range, field: "")
  output.append(opening)
  if opening == UInt8(ascii: "{") {
    let sorted = outline.members.sorted { bytes[$0.key].lexicographicallyPrecedes(bytes[$1.key]) }
    for (index, member) in sorted.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output += bytes[(member.key.lowerBound - 1)...member.key.upperBound]
      output.append(UInt8(ascii: ":"))
      try appendCanonical(bytes, in: member.value, to: &output)
    }
    output.append(UInt8(ascii: "}"))
  } else {
    for (index, element) in outline.elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      try appendCanonical(bytes, in: element, to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }
}
