/// The first page of a report.
struct ReportCover {
  let cover: ClaimReport.Cover
  let pages: ReportPages

  private static let photoHeight = 236.0

  /// Draws it on the page at hand, which has neither head nor foot; gives back the rows for which
  /// there is no room.
  func draw() -> [ClaimReport.Row] {
    let (canvas, type) = (pages.canvas, pages.type)
    let (left, right, width) = (pages.left, pages.right, pages.width)
    let limit = pages.page.height - ReportPages.margin
    var y = ReportPages.margin
    canvas.fill(Rectangle(x: left, y: y, width: 28, height: 3), .accent, radius: 1.5)
    y += 16
    let kind = type.set(
      cover.kind, TextStyle(points: 9.5, weight: .medium, color: .accent, tracking: 0.2),
      width: width, maxLines: 1)
    kind.draw(on: canvas, x: left, y: y)
    y += kind.height + 8
    let title = type.set(
      cover.title, TextStyle(family: .serif, points: 30, weight: .medium), width: width,
      maxLines: 2)
    title.draw(on: canvas, x: left, y: y)
    y += title.height + 8
    for line in cover.addressLines.prefix(Self.maxAddressLines) {
      let text = type.set(
        line, TextStyle(points: 10.5, color: .inkSoft), width: width, maxLines: 1)
      text.draw(on: canvas, x: left, y: y)
      y += text.height + 1.5
    }
    y += 20
    if let photo = cover.photo {
      let area = Rectangle(x: left, y: y, width: width, height: Self.photoHeight)
      pages.draw(photo, in: area, fills: true, radius: 10)
      y += Self.photoHeight + 24
    }
    y = drawFigures(at: y)
    if !cover.rows.isEmpty { canvas.line(fromX: left, toX: right, y: y, .line) }
    for (index, row) in cover.rows.enumerated() {
      let slices = pages.rows(
        [row], x: left, width: width, labelWidth: 150, gap: index == 0 ? 14 : 6)
      let height = slices.reduce(0) { $0 + $1.gap + $1.height }
      guard y + height <= limit else { return Array(cover.rows[index...]) }
      for slice in slices {
        y += slice.gap
        slice.draw(y)
        y += slice.height
      }
    }
    return []
  }

  private static let maxAddressLines = 6
  private static let maxFigures = 3

  /// Large numbers side by side; says where the next thing begins.
  private func drawFigures(at top: Double) -> Double {
    let figures = cover.figures.prefix(Self.maxFigures)
    guard !figures.isEmpty else { return top }
    let column = pages.width / Double(Self.maxFigures)
    var bottom = top
    for (index, figure) in figures.enumerated() {
      let x = pages.left + Double(index) * column
      let label = pages.type.set(
        figure.label, TextStyle(points: 8.5, color: .inkSoft), width: column - 12, maxLines: 2)
      let value = pages.type.set(
        figure.value, TextStyle(family: .serif, points: 19, weight: .medium), width: column - 12,
        maxLines: 3)
      label.draw(on: pages.canvas, x: x, y: top)
      value.draw(on: pages.canvas, x: x, y: top + label.height + 2)
      bottom = max(bottom, top + label.height + 2 + value.height)
    }
    return bottom + 16
  }
}
