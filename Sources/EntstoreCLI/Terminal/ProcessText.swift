import Foundation

/// `process 4711 (entstore)`, without the name where the system does not tell.
func processText(_ process: Int32) -> String {
  let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
  return "process \(process)" + (name.map { " (\($0.trimmingCharacters(in: .newlines)))" } ?? "")
}
