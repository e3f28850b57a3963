import Testing

/// Bytes that are no text would be repaired, and two subjects fall together.
@Test(arguments: [#"a\377"#, #"\300\200"#, #"\355\240\200"#])
func `an argument that is not UTF-8 is a mistake of usage`(bytes: String) throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let line = #"exec "$0" query --store s.entstore --key pro --subject "$(printf '\#(bytes)')""#
  let result = try ChildTool(["-c", line, ChildTool.tool], in: folder, program: "/bin/sh").finish()
  #expect(result.code == 64 && result.output == "")
  #expect(result.messages.hasPrefix("Error: Argument 7, ") && result.messages.hasSuffix(", is not UTF-8.\n"))
}

@Test func `every text that is UTF-8 is an argument`() throws {
  let folder = try TestFolder()
  try folder.makeStore()
  let result = try folder.run("query --store s.entstore --subject \u{fffd}é\u{10ffff} --key pro")
  #expect(result.code == 1 && result.messages == "")
}
