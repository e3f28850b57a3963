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

@Test func `an input that says nothing is nothing, and a store is left whole`() throws {
  let folder = try TestFolder()
  let result = try folder.run("import --store new.entstore --unsigned -")
  #expect(result.code == 0)
  #expect(try folder.run("verify --store new.entstore").code == 0)
}
