import Entstore

/// What a check found, for people and for scripts.
enum VerifyText {
  static func json(_ report: VerifyReport, verdict: (String, JSONText)) -> JSONText {
    .object([
      verdict, ("events", .count(report.events)), ("lineages", .count(report.lineages)),
      ("values", .count(report.values)),
      (
        "faults",
        .array(report.faults.map { .object([("table", .text($0.table)), ("what", .text($0.what))]) })
      ),
    ])
  }
}
