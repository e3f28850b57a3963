/// Where a part stands in its payload, and what the response around it says of all its parts.
struct Place {
  /// "notificationHistory[2].signedPayload"; empty for the payload itself.
  private(set) var path = ""
  /// How many arrays and wrappers are around it.
  private(set) var depth = 0
  private(set) var outer = Surroundings()

  func member(_ name: String) -> Place {
    var inner = self
    inner.path = joined(path, name)
    inner.depth += 1
    return inner
  }

  func element(_ index: Int, of name: StaticString) -> Place { member("\(name)[\(index)]") }

  func within(_ surroundings: Surroundings) -> Place {
    var inner = self
    inner.outer = surroundings
    return inner
  }
}
