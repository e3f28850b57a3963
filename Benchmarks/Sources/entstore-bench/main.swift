import Foundation

if CommandLine.arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
  print(Options.usage)
  exit(0)
}
do {
  try await Bench(Options(Array(CommandLine.arguments.dropFirst()))).run()
} catch {
  FileHandle.standardError.write(Data("entstore-bench: \(error)\n".utf8))
  exit(1)
}
