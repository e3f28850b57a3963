import CRawLMDB
import Entstore
import Foundation

/// What an event and a subject take on disk, by table, beside SQLite with the same records and beside the input.
enum SizeBenchmark {
  static func run(_ bench: Bench) throws {
    let workspace = bench.workspace
    let mirror = try SQLite(workspace.mirror())
    let mirrorBytes = workspace.size(try workspace.mirror())
    let path = try workspace.store()
    let raw = try RawLMDB(path, readOnly: true)
    let events = Double(try raw.entries(of: raw.table("events")))
    let input = try inputBytes(workspace)
    bench.add(
      Figure(
        "size", "bytes an event, all in all", .bytes, [workspace.size(path) / events],
        baselines: [("SQLite", [mirrorBytes / events], nil), ("input", [input], nil)]))
    bench.add(
      Figure(
        "size", "bytes a subject, all in all", .bytes,
        [workspace.size(path) / Double(bench.options.subjects)],
        baselines: [("SQLite", [mirrorBytes / Double(bench.options.subjects)], nil)]))
    // Not every SQLite can tell the size of a table.
    let knowsTables = (try? mirror.number("SELECT count(*) FROM (SELECT 1 FROM dbstat LIMIT 1)")) != nil
    for name in SQLiteSchema.tables + ["blobs", "accounts"] {
      let table = try raw.statistics(of: raw.table(name))
      let pages = table.ms_branch_pages + table.ms_leaf_pages + table.ms_overflow_pages
      let beside =
        knowsTables ? try mirror.number("SELECT sum(pgsize) FROM dbstat WHERE name = '\(name)'") : 0
      bench.add(
        Figure(
          "size", "  of an event in \(name)", .bytes, [Double(pages * Int(table.ms_psize)) / events],
          baselines: beside > 0 ? [("SQLite", [Double(beside) / events], nil)] : []))
    }
  }

  /// Bytes of an event as it comes, of a few lives of the same length.
  private static func inputBytes(_ workspace: Workspace) throws -> Double {
    let months = workspace.options.monthsOfLife(of: workspace.options.subjects)
    let life = try workspace.life(subjects: min(10_000, workspace.options.subjects), months: months)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: life), options: .mappedIfSafe)
    return Double(bytes.count) / Double(bytes.count { $0 == UInt8(ascii: "\n") })
  }
}
