/// The pages of a report: each has a header and a footer, and slices from top to bottom between
/// them.
final class ReportPages {
  static let margin = 54.0
  private static let headHeight = 34.0
  private static let footHeight = 40.0

  let canvas: Canvas
  let type: Typesetter
  let page: PageSize
  private let words: ClaimReport.Words
  private let isCancelled: () -> Bool
  /// Shown at the right of the header of pages that begin from now on.
  var running = ""
  /// The position of the next slice.
  private(set) var y = 0.0
  private(set) var isOpen = false
  /// The indexes of pages, from 0, whose footer still needs the total.
  private(set) var numberedPages: [Int] = []

  init(
    canvas: Canvas, type: Typesetter, report: ClaimReport, isCancelled: @escaping () -> Bool
  ) {
    self.canvas = canvas
    self.type = type
    page = report.page
    words = report.words
    self.isCancelled = isCancelled
  }

  func continued(_ name: String) -> String { words.continued(name) }
  var photoProblem: String { words.photoProblem }

  var left: Double { ReportPages.margin }
  var width: Double { page.width - 2 * ReportPages.margin }
  var right: Double { page.width - ReportPages.margin }
  var top: Double { ReportPages.margin + ReportPages.headHeight }
  var bottom: Double { page.height - ReportPages.margin - ReportPages.footHeight + 14 }
  var fullHeight: Double { bottom - top }
  var remaining: Double { isOpen ? bottom - y : 0 }
  var isAtTop: Bool { y <= top + 0.01 }
  /// The index of the current page, from 0.
  var pageIndex: Int { canvas.shownPages }

  /// Begins a page, after ending the current one.
  func begin() throws(DocumentError) {
    try end()
    if isCancelled() { throw .cancelled }
    isOpen = true
    y = top
    let style = TextStyle(points: 7.5, color: .inkFaint)
    let room = type.set(running, style, width: width * 0.45, maxLines: 1, alignment: .trailing)
    let title = type.set(words.header, style, width: width * 0.5, maxLines: 1)
    title.draw(on: canvas, x: left, y: ReportPages.margin - 10)
    room.draw(on: canvas, x: right - width * 0.45, y: ReportPages.margin - 10)
    canvas.line(fromX: left, toX: right, y: ReportPages.margin + 6, .line)
  }

  /// Ends the current page with its number. The total is added once it is known.
  func end() throws(DocumentError) {
    guard isOpen else { return }
    isOpen = false
    numberedPages.append(pageIndex)
    let style = TextStyle(points: 7.5, color: .inkFaint)
    type.set(words.footer, style, width: width * 0.4, maxLines: 1)
      .draw(on: canvas, x: left, y: ReportPages.numberTop(of: page))
    let number = type.set("\(pageIndex + 1) /", style)
    number.draw(
      on: canvas, x: page.width / 2 - number.size.width + 1.5, y: ReportPages.numberTop(of: page))
    try canvas.showPage()
  }

  /// Draws the total number of pages at the place that each footer leaves for it.
  static func drawTotal(_ total: Int, page: PageSize, type: Typesetter, canvas: Canvas) {
    type.set("\(total)", TextStyle(points: 7.5, color: .inkFaint))
      .draw(on: canvas, x: page.width / 2 + 4.2, y: numberTop(of: page))
  }

  private static func numberTop(of page: PageSize) -> Double { page.height - margin + 4 }

  /// Begins a page unless all slices fit on this one. Slices that need more than a page begin here
  /// if there is room for a good part of them.
  func makeRoom(for slices: [Slice]) throws(DocumentError) {
    let height = Self.height(of: slices)
    guard remaining < (height <= fullHeight ? height : fullHeight / 3), !(isOpen && isAtTop) else {
      return
    }
    try begin()
  }

  /// Places slices, beginning a new page whenever the next one does not fit.
  func place(_ slices: [Slice]) throws(DocumentError) {
    if !isOpen { try begin() }
    for (index, slice) in slices.enumerated() {
      let gap = isAtTop ? 0 : slice.gap
      let needed = Self.height(of: Self.run(from: index, in: slices)) - slice.gap + gap
      if remaining < needed, !isAtTop, remaining < gap + slice.height || needed <= fullHeight {
        try begin()
        if let head = slice.head {
          head.draw(y)
          y += head.height
        }
      } else {
        y += gap
      }
      slice.draw(y)
      y += slice.height
    }
  }

  func skip(_ height: Double) { y = min(bottom, y + height) }

  /// The slice, and those that must stay on its page.
  private static func run(from index: Int, in slices: [Slice]) -> [Slice] {
    var run: [Slice] = []
    for slice in slices[index...] {
      run.append(slice)
      if !slice.keepsWithNext { break }
    }
    return run
  }

  private static func height(of slices: [Slice]) -> Double {
    slices.reduce(0) { $0 + $1.gap + $1.height }
  }
}
