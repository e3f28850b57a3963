/// What a response says of all the events in it.
struct Surroundings {
  var environment: String?
  var bundleID: String?

  /// Nothing around it says anything.
  init() {}

  /// What `response` says of its parts.
  init(_ response: JSONObject) throws(Refusal) {
    environment = try response.text("environment")
    bundleID = try response.text("bundleId")
  }
}
