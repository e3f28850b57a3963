import Testing

private let long = String(repeating: "x", count: 500)

@Test(arguments: [
  ("", "The value for '--app' is wrong: the app is empty."),
  (long, "The value for '--app' is wrong: the app has 500 bytes; at most 200 are allowed."),
  ("a,b", "The value 'a,b' for '--app' is no bundle id; for several apps give '--app' several times."),
  ("com.example.app ", "The value 'com.example.app ' for '--app' is no bundle id."),
])
func `what no app is called is a usage error, and nothing is made`(_ app: String, _ message: String) throws {
  let folder = try TestFolder()
  try folder.write([SampleEvent(id: "e1").line], to: "event")
  for command in [["import", "event"], ["claim", "--subject", "ann", "event"]] {
    let result = try ChildTool(
      command + ["--store", "s", "--unsigned", "--app", "app", "--app", app], in: folder
    ).finish()
    #expect(result.code == 64 && result.output == "")
    #expect(result.messages.hasPrefix("Error: \(message)\nUsage: entstore \(command[0]) "), "\(result)")
    #expect(try folder.names == ["event"])
  }
}

@Test func `each app of a command line is one, of 200 bytes at most`() throws {
  let folder = try TestFolder()
  try folder.write([SampleEvent(id: "e1").line], to: "event")
  let longest = String(repeating: "x", count: 200)
  let result = try folder.run("import --store s --unsigned --app \(longest) --app app event")
  #expect(result.code == 0)
}
