import Testing

@Test(
  arguments: [
    (#"{"entitlements": {"a": {"appStore": ["x"]}, "a": {"appStore": ["y"]}}}"#, "'a'"),
    (#"{"entitlements": {"a": {"appStore": ["x"], "appStore": ["y"]}}}"#, "'appStore'"),
    (#"{"entitlements": {"caf\u00e9": {}, "cafe\u0301": {}}}"#, "stands twice"),
  ])
func `a catalog in which a name stands twice is refused, not halved`(_ text: String, _ evidence: String)
  throws
{
  let folder = try TestFolder()
  try folder.makeStore()
  try folder.write([text], to: "twice.json")
  let result = try folder.run("catalog set --store s.entstore twice.json")
  #expect(result.code == 65 && result.messages.contains(evidence))
}

@Test(arguments: [
  ("{", "at byte 1"),
  (#"{"entitlements": {"a": {"appStore": ["x",]}}}"#, "at byte 41"),
  (#"{"entitlements": {},}"#, "at byte 20"), (#"{"entitlements": {'a': {}}}"#, "at byte 18"),
  ("{} {}", "at byte 3"), (#"{"entitlements": // none"#, "at byte 17"), ("", "there is nothing in it"),
])
func `a catalog that is no JSON is refused by the place, as a payload is`(_ text: String, _ evidence: String)
  throws
{
  let folder = try TestFolder()
  try folder.write(text, to: "bad.json")
  let payload = try folder.run("import --store p --unsigned bad.json")
  let catalog = try folder.run("catalog set --store s bad.json")
  #expect(catalog.code == 65 && catalog.messages.hasPrefix("Error: bad.json: "), "\(catalog)")
  #expect(catalog.messages.contains(evidence), "\(catalog.messages)")
  #expect(text.isEmpty || payload.messages.contains(evidence), "\(payload.messages)")
}

@Test func `an input that says nothing is nothing, and a store is left whole`() throws {
  let folder = try TestFolder()
  let result = try folder.run("import --store new.entstore --unsigned -")
  #expect(result.code == 0)
  #expect(try folder.run("verify --store new.entstore").code == 0)
}

@Test(arguments: [
  (
    #"{"subscriptionGroups": [{"name": "Pro", "subscriptions": []}, {"name": "Pro", "subscriptions": []}]}"#,
    "'Pro'"
  ),
  (
    #"{"subscriptionGroups": [{"name": "a"}, {"name": "b"}], "nonRenewingSubscriptions": [{"productID": "a"}]}"#,
    "'a'"
  ),
  (
    #"{"subscriptionGroups": [], "nonRenewingSubscriptions": [{"productID": "a"}, {"productID": "a"}]}"#,
    "'a'"
  ),
  (#"{"subscriptionGroups": [{"name": "caf\u00e9"}, {"name": "cafe\u0301"}]}"#, "two groups or products"),
  (#"{"subscriptionGroups": [], "entitlements": {"pro": {"appStore": ["p"]}}}"#, "subscriptionGroups"),
  (#"{"products": {"a": {"duration": "P1D", "stacks": 1}}}"#, "products.a.stacks must be true or false"),
  (#"{"products": {"a": {"duration": "P1D", "stacks": 0.0}}}"#, "products.a.stacks must be true or false"),
])
func `a catalog of which something would not count is refused`(_ text: String, _ evidence: String) throws {
  let folder = try TestFolder()
  try folder.write([text], to: "catalog.json")
  let result = try folder.run("catalog set --store s.entstore catalog.json")
  #expect(result.code == 65 && result.messages.contains(evidence), "\(result)")
  #expect(!(try folder.names.contains("s.entstore")))
}

@Test(arguments: ["true", "false"])
func `whether a product stacks is a truth value`(_ value: String) throws {
  let folder = try TestFolder()
  try folder.write([#"{"products": {"a": {"duration": "P1D", "stacks": \#(value)}}}"#], to: "catalog.json")
  #expect(try folder.run("catalog set --store s.entstore catalog.json").code == 0)
  let shown = try folder.run("catalog show --store s.entstore --json").output
  #expect(shown.contains(#""stacks": true"#) == (value == "true"), "\(shown)")
}
