import Foundation
import Testing

@Test func `the notification that README shows is taken decoded, and signed as well`() throws {
  let root = URL(fileURLWithPath: #filePath).appending(path: "../../../..").standardizedFileURL
  let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
  let blocks = readme.split(separator: "```json\n").dropFirst().compactMap {
    $0.split(separator: "```").first
  }
  let sample = try #require(blocks.first { $0.contains("notificationType") })
  let folder = try TestFolder()
  try folder.write(sample.filter { $0 != "\n" } + "\n", to: "sample")
  try #require(try folder.run("forge ca ca").code == 0)
  try folder.run("forge sign --ca ca sample", output: folder["signed"])
  for line in [
    "import --store decoded --unsigned sample",
    "import --store signed.entstore --app com.example.app --root ca/root.pem signed",
  ] {
    let result = try folder.run(line)
    #expect(result.output == "1 read: 1 applied, 0 recorded, 0 duplicates, 0 refused\n", "\(result)")
  }
}
