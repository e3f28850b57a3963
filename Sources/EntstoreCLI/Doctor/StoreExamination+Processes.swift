import Entstore
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Who reads the file, and keeps its pages, and who writes it.
extension StoreExamination {
  /// A reader that pins more than this, and more than a tenth of the file, is worth a warning.
  private static let pinnedBytes: UInt64 = 16 << 20
  /// Readers that are told of one by one.
  private static let listed = 20

  func readers(_ condition: StoreCondition) -> [Finding] {
    let (used, all) = condition.readerSlots
    let isFull = used > all / 10 * 9
    var findings = [
      Finding(
        isFull ? .warning : .ok, "readers",
        "\(condition.readers.count) reading now; \(used) of \(all) slots taken, at rest or not",
        remedy: isFull ? "Close stores that nobody reads: a reader without a slot is an error." : nil,
        values: ["reading": Int64(condition.readers.count), "slots": Int64(used)])
    ]
    if condition.deadReadersFound > 0 {
      findings.append(
        Finding(
          .note, "readers",
          "\(counted(condition.deadReadersFound, "slot")) of processes that have died, freed by this run",
          values: ["dead": Int64(condition.deadReadersFound)]))
    }
    return findings + condition.readers.prefix(Self.listed).map { finding($0, condition) }
  }

  private func finding(_ reader: StoreReader, _ condition: StoreCondition) -> Finding {
    let values = [
      "process": Int64(reader.processID), "commitsBehind": Int64(reader.commitsBehind),
      "pinnedBytes": Int64(clamping: reader.pinnedBytes),
    ]
    let text =
      "\(processText(reader.processID)) reads a snapshot \(counted(reader.commitsBehind, "commit")) old and keeps "
      + "\(byteText(Int(clamping: reader.pinnedBytes))) from being used again"
    guard kill(reader.processID, 0) == 0 || errno == EPERM else {
      return Finding(
        .warning, "readers", text + "; it is not to be seen from here",
        remedy:
          "Processes of several containers must share their process numbers, or they take each other's slots.",
        values: values)
    }
    let isLong = reader.pinnedBytes > max(Self.pinnedBytes, condition.counts.fileBytes / 10)
    return Finding(
      isLong ? .warning : reader.commitsBehind > 0 ? .note : .ok, "readers", text,
      remedy: isLong
        ? "The file grows until that read ends. In the process, 'readers()' tells which it is." : nil,
      values: values)
  }

  /// Only one process writes at a time, and all others wait for it, however long it stands still.
  func writer(_ condition: StoreCondition) -> Finding {
    guard let process = condition.writingProcess else { return Finding(.ok, "writer", "nobody writes now") }
    let values = ["process": Int64(process)]
    guard isStopped(process) else {
      return Finding(.ok, "writer", "\(processText(process)) writes now", values: values)
    }
    return Finding(
      .warning, "writer", "\(processText(process)) is stopped inside a write",
      remedy:
        "Let it go on ('kill -CONT \(process)') or end it: until then everybody else waits who wants to write.",
      values: values)
  }

  /// False where the system does not tell.
  private func isStopped(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return false }
    return text[end...].dropFirst(2).first?.lowercased() == "t"
  }
}
