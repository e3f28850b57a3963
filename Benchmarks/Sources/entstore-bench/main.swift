import Foundation

do {
  try await Bench(Options(Array(CommandLine.arguments.dropFirst()))).run()
} catch {
  FileHandle.standardError.write(Data("entstore-bench: \(error)\n".utf8))
  exit(1)
}
