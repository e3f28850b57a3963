/// A table of a length that nobody knows: laid out some hundred rows at a time, so that it never stands in memory.
struct PagedTable: ~Copyable {
  private let columns: [TextTable.Column]
  private let output: Output
  private let style: Style
  private var page: TextTable
  private var rowsOnPage = 0
  private var isFirstPage = true
  private static let pageSize = 500

  init(_ columns: [TextTable.Column], output: Output, style: Style) {
    self.columns = columns
    self.output = output
    self.style = style
    page = TextTable(columns)
  }

  /// Adds a row. What is added last is written by ``finish()``.
  mutating func append(_ cells: [String]) throws {
    page.append(cells)
    rowsOnPage += 1
    if rowsOnPage == Self.pageSize { try finish() }
  }

  /// Writes what has been added; the titles stand once, above the first row.
  mutating func finish() throws {
    guard rowsOnPage > 0 else { return }
    let text = page.text(width: Terminal.tableWidth(1)) { isFirstPage ? style.bold($0) : $0 }
    let rows = isFirstPage ? text[...] : text[text.index(after: text.firstIndex(of: "\n")!)...]
    try output.write(String(rows))
    page = TextTable(columns)
    rowsOnPage = 0
    isFirstPage = false
  }

  /// Whether nothing was ever added.
  var isEmpty: Bool { isFirstPage && rowsOnPage == 0 }
}
