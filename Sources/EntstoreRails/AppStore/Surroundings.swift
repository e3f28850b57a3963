/// What a response says of all the events in it.
struct Surroundings: Decodable {
  var environment: String?
  var bundleID: String?

  init() {}

  private enum CodingKeys: String, CodingKey { case environment, bundleId }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    environment = try fields.text(.environment)
    bundleID = try fields.text(.bundleId)
  }
}
