/// The first page of a report.
struct ReportCover {
  let cover: ClaimReport.Cover
  let pages: ReportPages

  private static let photoHeight = 236.0

  /// Draws the cover on the current page, which has neither header nor footer. Returns the rows for
  /// which there is no room.
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
    let (bottom, unshown) = drawFigures(at: y, limit: limit)
    y = bottom
    if !cover.rows.isEmpty { canvas.line(fromX: left, toX: right, y: y, .line) }
    for (index, row) in cover.rows.enumerated() {
      let slices = pages.rows(
        [row], x: left, width: width, labelWidth: 150, gap: index == 0 ? 14 : 6)
      let height = slices.reduce(0) { $0 + $1.gap + $1.height }
      guard y + height <= limit else { return unshown + cover.rows[index...] }
      for slice in slices {
        y += slice.gap
        slice.draw(y)
        y += slice.height
      }
    }
    return unshown
  }

  private static let maxAddressLines = 6
  private static let maxFigures = 3

  /// The sizes tried for a figure that is too long for large letters.
  private static let longFigurePoints = [12.0, 9, 7]

  /// Draws large figures side by side, and below them, over the full width, those that are too
  /// long, such as a total in many currencies. No part of a figure is ever left out.
  ///
  /// Returns the position below the figures, and those that do not fit above `limit`.
  private func drawFigures(
    at top: Double, limit: Double
  ) -> (bottom: Double, unshown: [ClaimReport.Row]) {
    let figures = cover.figures.prefix(Self.maxFigures)
    guard !figures.isEmpty else { return (top, []) }
    let column = pages.width / Double(Self.maxFigures)
    var bottom = top
    var x = pages.left
    var long: [ClaimReport.Row] = []
    for figure in figures {
      let label = label(of: figure, width: column - 12)
      let value = pages.type.set(
        figure.value, TextStyle(family: .serif, points: 19, weight: .medium), width: column - 12,
        maxLines: 3)
      guard !value.isCutShort else {
        long.append(figure)
        continue
      }
      label.draw(on: pages.canvas, x: x, y: top)
      value.draw(on: pages.canvas, x: x, y: top + label.height + 2)
      bottom = max(bottom, top + label.height + 2 + value.height)
      x += column
    }
    var unshown: [ClaimReport.Row] = []
    for figure in long {
      let y = bottom > top ? bottom + 10 : top
      let label = label(of: figure, width: pages.width)
      let values = Self.longFigurePoints.lazy.map { points in
        pages.type.set(
          figure.value, TextStyle(family: .serif, points: points, weight: .medium),
          width: pages.width)
      }
      guard let value = values.first(where: { y + label.height + 2 + $0.height <= limit }) else {
        unshown.append(figure)
        continue
      }
      label.draw(on: pages.canvas, x: pages.left, y: y)
      value.draw(on: pages.canvas, x: pages.left, y: y + label.height + 2)
      bottom = y + label.height + 2 + value.height
    }
    return (bottom + 16, unshown)
  }

  private func label(of figure: ClaimReport.Row, width: Double) -> TextBlock {
    pages.type.set(
      figure.label, TextStyle(points: 8.5, color: .inkSoft), width: width, maxLines: 2)
  }
}
