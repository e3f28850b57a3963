extension JSONScanner {
  /// Refuses an object with two members of one name: the first counts to some readers, the last to others, and whoever sent it may have
  /// meant either.
  ///
  /// - Parameter object: The node of an object that ends where `nodes` end.
  func checkNames(of object: Int) throws(Refusal) {
    let nodes = nodes.span
    var tags = InlineArray<32, UInt32>(repeating: 0)
    var keys = InlineArray<32, Int>(repeating: 0)
    var count = 0
    var key = object + 1
    while key < nodes.count {
      if count == keys.count { return try checkManyNames(of: object) }
      let tag = nodes[key].tag
      for earlier in 0..<count where tags[earlier] == tag && name(keys[earlier]) == name(key) {
        throw repeated(key)
      }
      tags[count] = tag
      keys[count] = key
      count += 1
      key = nodes[key + 1].next
    }
  }

  /// As ``checkNames(of:)``, in a time that grows with the number of names and not with its square.
  private func checkManyNames(of object: Int) throws(Refusal) {
    var seen: Set<[UInt8]> = []
    var key = object + 1
    while key < nodes.count {
      if !seen.insert(name(key)).inserted { throw repeated(key) }
      key = nodes[key + 1].next
    }
  }

  private func repeated(_ key: Int) -> Refusal {
    fault("'\(excerpt(String(decoding: name(key), as: UTF8.self)))' stands twice in one object")
  }

  private func name(_ key: Int) -> [UInt8] {
    let text = bytes[nodes[key].start..<nodes[key].end]
    return nodes[key].kind == .escapedString ? Array(unescaped(text).utf8) : Array(text)
  }
}
