import EntstoreCLI
import Testing

private func sample() -> TextTable {
  var table = TextTable([
    TextTable.Column("KEY"), TextTable.Column("PRODUCT", isShrinkable: true),
    TextTable.Column("EVENTS", isRightAligned: true), TextTable.Column("NOTE", isShrinkable: true),
  ])
  table.append(["pro", "com.example.pro.monthly", "12", ""])
  table.append(["basic", "com.example.basic", "3", "shared with the family"])
  return table
}

@Test func `columns are aligned and no line ends in a space`() {
  #expect(
    sample().text() == """
      KEY    PRODUCT                  EVENTS  NOTE
      pro    com.example.pro.monthly      12
      basic  com.example.basic             3  shared with the family

      """)
}

@Test func `the widest shrinkable columns give way`() {
  #expect(
    sample().text(width: 50) == """
      KEY    PRODUCT           EVENTS  NOTE
      pro    com.example.pro…      12
      basic  com.example.bas…       3  shared with the …

      """)
}

@Test func `a table is as wide as asked for as long as something can give way`() {
  for width in 37...100 {
    let widths = sample().text(width: width).split(separator: "\n").map(\.count)
    #expect(widths.allSatisfy { $0 <= width }, "\(width): \(widths)")
  }
}

@Test func `columns that may not shrink stay whole`() {
  var table = TextTable([TextTable.Column("ID"), TextTable.Column("X", isShrinkable: true)])
  table.append(["0123456789", "0123456789"])
  #expect(table.text(width: 5) == "ID          X\n0123456789  0123456…\n")
}

@Test func `wide characters take two columns and marks none`() {
  var table = TextTable([TextTable.Column("A", isShrinkable: true), TextTable.Column("B")])
  table.append(["日本語日本語", "1"])
  table.append(["e\u{301}", "2"])
  #expect(table.text(width: 12) == "A          B\n日本語日…  1\ne\u{301}          2\n")
}

@Test func `control characters in a cell are shown, not sent`() {
  var table = TextTable([TextTable.Column("A")])
  table.append(["x\u{1b}[31m\n\u{202e}"])
  #expect(table.text() == "A\n" + #"x\u{1b}[31m\u{a}\u{202e}"# + "\n")
}

@Test func `an empty table is its titles`() {
  #expect(TextTable([TextTable.Column("A"), TextTable.Column("B")]).text { "<\($0)>" } == "<A  B>\n")
}
