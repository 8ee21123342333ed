extension ReportPages {
  private static let labelStyle = TextStyle(points: 8.5, color: .inkSoft)
  private static let valueStyle = TextStyle(points: 9)

  func slices(of section: ClaimReport.Section) -> [Slice] {
    var slices = [heading(section.title)]
    for block in section.blocks {
      switch block {
      case .paragraph(let text):
        slices += paragraph(
          text, TextStyle(points: 9.5, color: .inkSoft, lineSpacing: 1.22), x: left, width: width,
          gap: 8)
      case .rows(let rows):
        slices += self.rows(rows, x: left, width: width, labelWidth: 150, gap: 10)
      case .table(let table): slices += self.table(table)
      case .box(let title, let text, let rows): slices += box(title, text, rows)
      }
    }
    return slices
  }

  func heading(_ title: String) -> Slice {
    let text = type.set(
      title, TextStyle(family: .serif, points: 19, weight: .medium), width: width, maxLines: 2)
    return Slice(height: text.height + 4, gap: 30, keepsWithNext: true) { [canvas, left] y in
      text.draw(on: canvas, x: left, y: y)
    }
  }

  /// Text as one slice per line; its first two and its last two lines stay together.
  func paragraph(
    _ text: String, _ style: TextStyle, x: Double, width: Double, gap: Double,
    head: Slice.Head? = nil
  ) -> [Slice] {
    guard !text.isEmpty else { return [] }
    let block = type.set(text, style, width: width)
    let lines = block.lines
    var slices: [Slice] = []
    for index in lines.indices {
      let isFirst = index == 0
      let isBeforeLast = index == lines.count - 2
      slices.append(
        Slice(
          height: lines[index].bottom - lines[index].top, gap: isFirst ? gap : 0,
          keepsWithNext: (isFirst || isBeforeLast) && index < lines.count - 1, head: head
        ) { [canvas] y in
          block.draw(lines[index], on: canvas, x: x, y: y)
        })
    }
    return slices
  }

  func rows(
    _ rows: [ClaimReport.Row], x: Double, width: Double, labelWidth: Double, gap: Double,
    head: Slice.Head? = nil
  ) -> [Slice] {
    var slices: [Slice] = []
    for (index, row) in rows.enumerated() {
      let label = type.set(row.label, Self.labelStyle, width: labelWidth - 8)
      let valueWidth = width - labelWidth
      let value = type.set(row.value, Self.valueStyle, width: valueWidth)
      let rowGap = index == 0 ? gap : 3.5
      let rise = value.baseline - label.baseline
      if max(label.height, value.height) > fullHeight / 3 {
        // As long as a note, so it is set as paragraphs, which continue over pages.
        slices += paragraph(
          row.label, Self.labelStyle, x: x, width: width, gap: rowGap, head: head)
        slices += paragraph(row.value, Self.valueStyle, x: x, width: width, gap: 1, head: head)
        continue
      }
      slices.append(
        Slice(height: max(label.height, value.height), gap: rowGap, head: head) { [canvas] y in
          label.draw(on: canvas, x: x, y: y + max(0, rise))
          value.draw(on: canvas, x: x + labelWidth, y: y)
        })
    }
    return slices
  }

  private func box(_ title: String, _ text: String, _ rows: [ClaimReport.Row]) -> [Slice] {
    let padding = 14.0
    let inner = width - 2 * padding
    let head = type.set(
      title, TextStyle(points: 10.5, weight: .semibold, color: .accent), width: inner)
    let body = type.set(
      text, TextStyle(points: 9, lineSpacing: 1.22), width: inner, maxLines: nil)
    let lines = self.rows(rows, x: left + padding, width: inner, labelWidth: 150, gap: 8)
    let bodyHeight = text.isEmpty ? 0 : body.height + 4
    let height =
      2 * padding + head.height + bodyHeight + lines.reduce(0) { $0 + $1.gap + $1.height }
    guard height <= fullHeight else {
      // Too high for a frame on one page.
      return paragraph(
        title, TextStyle(points: 10.5, weight: .semibold, color: .accent), x: left, width: width,
        gap: 18)
        + paragraph(text, TextStyle(points: 9, lineSpacing: 1.22), x: left, width: width, gap: 4)
        + self.rows(rows, x: left, width: width, labelWidth: 150, gap: 8)
    }
    let slice = Slice(height: height, gap: 18) { [canvas, left, width] y in
      let area = Rectangle(x: left, y: y, width: width, height: height)
      canvas.fill(area, .accentSoft, radius: 6)
      canvas.stroke(area, .accentLine, radius: 6)
      head.draw(on: canvas, x: left + padding, y: y + padding)
      var next = y + padding + head.height + 4
      if !text.isEmpty { body.draw(on: canvas, x: left + padding, y: next) }
      next += bodyHeight - 4
      for line in lines {
        next += line.gap
        line.draw(next)
        next += line.height
      }
    }
    return [slice]
  }

  private func table(_ table: ClaimReport.Table) -> [Slice] {
    guard !table.columns.isEmpty else { return [] }
    let headStyle = TextStyle(points: 7.5, weight: .medium, color: .inkFaint, tracking: 0.1)
    let head = tableRow(table.columns.map(\.title), of: table, style: headStyle, padding: 4)
    let drawHead: (Double) -> Void = { [canvas, left, right] y in
      head.draw(y)
      canvas.line(fromX: left, toX: right, y: y + head.height, .lineStrong, width: 0.8)
    }
    let repeated = Slice.Head(height: head.height + 1, draw: drawHead)
    var slices = [
      Slice(height: head.height + 1, gap: 14, keepsWithNext: true, draw: drawHead)
    ]
    for (index, cells) in table.rows.enumerated() {
      var row = tableRow(cells, of: table, style: Self.valueStyle, padding: 5.5)
      row.head = repeated
      // The total is never alone on a page.
      row.keepsWithNext = table.total != nil && index == table.rows.count - 1
      let (height, draw) = (row.height, row.draw)
      row.draw = { [canvas, left, right] y in
        draw(y)
        canvas.line(fromX: left, toX: right, y: y + height, .line)
      }
      slices.append(row)
    }
    if let total = table.total {
      var style = Self.valueStyle
      style.weight = .semibold
      var row = tableRow(total, of: table, style: style, padding: 7)
      row.head = repeated
      let (height, draw) = (row.height, row.draw)
      row.draw = { [canvas, left, right] y in
        draw(y)
        canvas.line(fromX: left, toX: right, y: y, .lineStrong, width: 0.8)
        canvas.line(fromX: left, toX: right, y: y + height, .lineStrong, width: 0.8)
      }
      slices.append(row)
    }
    return slices
  }

  /// A row is as high as its highest cell, which has at most `maxCellLines` lines.
  private func tableRow(
    _ cells: [String], of table: ClaimReport.Table, style: TextStyle, padding: Double
  ) -> Slice {
    let total = max(0.001, table.columns.reduce(0) { $0 + max(0, $1.share) })
    let space = 10.0
    var x = left
    var placed: [(text: TextBlock, x: Double)] = []
    for (index, column) in table.columns.enumerated() {
      let columnWidth = width * max(0, column.share) / total
      let isLast = index == table.columns.count - 1
      let inner = columnWidth - (isLast ? 0 : space)
      if index < cells.count {
        let text = type.set(
          cells[index], style, width: inner, maxLines: Self.maxCellLines,
          alignment: column.isNumeric ? .trailing : .leading)
        placed.append((text, x))
      }
      x += columnWidth
    }
    let height = (placed.map(\.text.height).max() ?? 0) + 2 * padding
    return Slice(height: height) { [canvas] y in
      for cell in placed { cell.text.draw(on: canvas, x: cell.x, y: y + padding) }
    }
  }

  /// The most lines of a table cell; longer text ends with an ellipsis.
  private static let maxCellLines = 4
}
