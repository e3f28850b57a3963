/// Rows of text in aligned columns.
package struct TextTable {
  /// One column of a table.
  package struct Column: Sendable {
    package let title: String
    /// Whether its cells end, rather than begin, at the same place: for numbers.
    package let isRightAligned: Bool
    /// Whether its cells may be cut to make the table fit.
    package let isShrinkable: Bool

    package init(_ title: String, isRightAligned: Bool = false, isShrinkable: Bool = false) {
      self.title = title
      self.isRightAligned = isRightAligned
      self.isShrinkable = isShrinkable
    }
  }

  private let columnSpecifications: [Column]
  private var rows = [[String]]()

  /// A table without rows.
  package init(_ columns: [Column]) {
    columnSpecifications = columns
  }

  /// Adds a row. Control characters in its cells are shown, not sent.
  ///
  /// - Precondition: One cell for every column.
  package mutating func append(_ cells: [String]) {
    precondition(cells.count == columnSpecifications.count, "a row has one cell for every column")
    rows.append(cells.map { visible($0) })
  }

  /// The table with its titles, every line ending in a newline and none in a space.
  ///
  /// While it is wider than `width`, the widest shrinkable column gives way, down to its title and at least
  /// eight columns; what it cuts ends in "…". With nothing left to give way, lines are wider than asked for.
  ///
  /// - Parameter styleTitles: Dresses the line of titles, such as ``Style/bold(_:)``.
  package func text(width: Int = 80, styleTitles: (String) -> String = { $0 }) -> String {
    let widths = fittedWidths(within: width)
    let titles = line(columnSpecifications.map(\.title), widths: widths)
    let lines = [styleTitles(titles)] + rows.map { line($0, widths: widths) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func fittedWidths(within width: Int) -> [Int] {
    let titles = columnSpecifications.map { columns($0.title) }
    var widths = titles
    for row in rows {
      for index in row.indices { widths[index] = max(widths[index], columns(row[index])) }
    }
    var excess = widths.reduce(0, +) + Self.gap.count * max(0, widths.count - 1) - width
    while excess > 0 {
      let shrinkable = widths.indices.filter {
        columnSpecifications[$0].isShrinkable && widths[$0] > max(8, titles[$0])
      }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ cells: [String], widths: [Int]) -> String {
    var line = ""
    for index in cells.indices {
      let cell =
        columns(cells[index]) <= widths[index]
        ? cells[index] : beginning(of: cells[index], width: widths[index] - 1) + "…"
      let padding = String(repeating: " ", count: max(0, widths[index] - columns(cell)))
      if index > 0 { line += Self.gap }
      line += columnSpecifications[index].isRightAligned ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private static let gap = "  "
}
