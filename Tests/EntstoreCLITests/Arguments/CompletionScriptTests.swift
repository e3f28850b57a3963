import EntstoreCLI
import Foundation
import Testing

@Test(arguments: CompletionShell.allCases)
func `a completion script knows every subcommand, option, flag and value`(_ shell: CompletionShell) {
  let script = CompletionScript(sampleTool).text(for: shell)
  let dashes = shell == .fish ? "-l " : "--"
  for name in ["import", "catalog", "set", "show", "claim", "help"] { #expect(script.contains(name)) }
  for name in ["store", "app", "format", "subject", "unsigned", "json", "skew", "version", "help"] {
    #expect(script.contains(dashes + name))
  }
  #expect(script.contains("auto ndjson json jws"))
  #expect(script.contains("bash zsh fish"))
}

@Test(arguments: CompletionShell.allCases)
func `a shell that is installed finds no fault with its script`(_ shell: CompletionShell) throws {
  guard let path = installed(shell) else { return }
  let script = try Script(CompletionScript(sampleTool).text(for: shell))
  #expect(try run(path, ["-n", script.path]).status == 0)
}

@Test(arguments: [
  (["entstore", ""], ["import", "catalog", "claim", "help"]),
  (["entstore", "cat"], ["catalog"]),
  (["entstore", "catalog", ""], ["set", "show"]),
  (["entstore", "help", "catalog", "s"], ["set", "show"]),
  (["entstore", "help", ""], ["import", "catalog", "claim"]),
  (["entstore", "import", "--un"], ["--unsigned"]),
  (["entstore", "import", "--format", ""], ["auto", "ndjson", "json", "jws"]),
  (["entstore", "import", "--format", "=", "j"], ["json", "jws"]),
  (["entstore", "import", "--format", "="], ["auto", "ndjson", "json", "jws"]),
  (["entstore", "import", "-f", "n"], ["ndjson"]),
  (["entstore", "import", ""], ["two words", "script"]),
  (["entstore", "import", "two"], ["two words"]),
  (["entstore", "import", "--store", "tw"], ["two words"]),
  (["entstore", "import", "--", "--"], []),
  (["entstore", "import", "--subject", ""], []),
  (["entstore", "claim", ""], []),
  (["entstore", "--generate-completion-script", "z"], ["zsh"]),
])
func `bash offers what fits`(_ words: [String], _ offers: [String]) throws {
  guard let bash = installed(.bash) else { return }
  let script = try Script(CompletionScript(sampleTool).text(for: .bash))
  let ask = """
    source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _entstore
    printf '%s\\n' "${COMPREPLY[@]}"
    """
  let answer = try run(bash, ["-c", ask, "bash"] + words, directory: script.directory)
  // Flags are offered everywhere; where none was begun, they are beside the point.
  let wantsFlags = words.last?.hasPrefix("-") == true
  let found = answer.text.split(separator: "\n").map(String.init).filter { wantsFlags || !$0.hasPrefix("-") }
  #expect(Set(found) == Set(offers))
}

/// A script in a folder of its own, beside a file with a space in its name.
private final class Script {
  let directory: URL
  var path: String { directory.appending(path: "script").path }

  init(_ text: String) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: directory.appending(path: "script"))
    try Data().write(to: directory.appending(path: "two words"))
  }

  deinit { try? FileManager.default.removeItem(at: directory) }
}

private func installed(_ shell: CompletionShell) -> String? {
  ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + shell.rawValue }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

private func run(
  _ path: String, _ arguments: [String], directory: URL? = nil
) throws -> (status: Int32, text: String) {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments
  process.currentDirectoryURL = directory
  process.standardOutput = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}
