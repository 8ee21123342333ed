/// The page around a page of a receipt: which item it belongs to, and which file it is.
struct ReceiptFrame {
  let receipt: ClaimReport.Receipt
  let words: ClaimReport.Words
  let pages: ReportPages

  enum Content {
    case jpeg([UInt8])
    case page(ReceiptParts.Page)
    case problem(ClaimReport.ReceiptProblem)
  }

  /// "Page 2 of 3", unless the page only says why the receipt is missing.
  func number(of page: Int, in contents: [Content]) -> String {
    if contents.count == 1, case .problem = contents[0] { return "" }
    return words.receiptPage(page, contents.count)
  }

  /// What its pages show; one page with the problem when the receipt cannot be included.
  func open(in parts: ReceiptParts) -> [Content] {
    let bytes: [UInt8]
    do {
      bytes = try DrawingTurn.pause { try receipt.load() }
    } catch {
      return [.problem(.missing)]
    }
    guard bytes.count <= ClaimReport.maxReceiptBytes else { return [.problem(.tooLarge)] }
    if bytes.starts(with: [0xFF, 0xD8]) { return [.jpeg(bytes)] }
    // Readers allow for some bytes before a PDF's first line.
    let start = bytes.prefix(1024)
    guard start.indices.contains(where: { start[$0...].starts(with: Array("%PDF-".utf8)) }) else {
      return [.problem(.unknownKind)]
    }
    do throws(ClaimReport.ReceiptProblem) {
      return try parts.add(bytes).map { $0.map(Content.page) ?? .problem(.damaged) }
    } catch {
      return [.problem(error)]
    }
  }

  /// Draws the words above, `count` as the last of them; says which area is left.
  func drawHead(count: String) -> Rectangle {
    let (canvas, type, top) = (pages.canvas, pages.type, pages.top - 14)
    let owner = type.set(
      receipt.owner, TextStyle(points: 10.5, weight: .semibold), width: pages.width * 0.72,
      maxLines: 1)
    let file = type.set(
      receipt.fileName, TextStyle(points: 8.5, color: .inkSoft), width: pages.width * 0.72,
      maxLines: 1)
    let number = type.set(
      count, TextStyle(points: 8.5, color: .inkSoft),
      width: pages.width * 0.26, maxLines: 1, alignment: .trailing)
    owner.draw(on: canvas, x: pages.left, y: top)
    file.draw(on: canvas, x: pages.left, y: top + owner.height + 1)
    number.draw(
      on: canvas, x: pages.right - pages.width * 0.26,
      y: top + owner.height + 1 + file.baseline - number.baseline)
    let y = top + owner.height + file.height + 10
    return Rectangle(x: pages.left, y: y, width: pages.width, height: pages.bottom - y)
  }

  /// Draws what can be drawn at once; a PDF's page is only framed, and its place is given back.
  func draw(_ content: Content, in area: Rectangle) -> ReportAssembly.Placed? {
    switch content {
    case .jpeg(let bytes):
      if !pages.canvas.drawJPEG(bytes, in: area, radius: 2) { draw(.damaged, in: area) }
      return nil
    case .problem(let problem):
      draw(problem, in: area)
      return nil
    case .page(let page):
      let scale = min(
        1, area.width / page.form.shownWidth, area.height / page.form.shownHeight)
      let (width, height) = (page.form.shownWidth * scale, page.form.shownHeight * scale)
      let placed = Rectangle(
        x: area.x + (area.width - width) / 2, y: area.y, width: width, height: height)
      pages.canvas.stroke(placed, .line)
      return ReportAssembly.Placed(
        page: pages.pageIndex, file: page.file, pageInFile: page.pageInFile,
        placement: page.form.placement(
          x: placed.x, y: pages.page.height - placed.bottom, scale: scale))
    }
  }

  private func draw(_ problem: ClaimReport.ReceiptProblem, in area: Rectangle) {
    let text = pages.type.set(
      words.receiptProblem(problem), TextStyle(points: 10, lineSpacing: 1.22),
      width: area.width - 32)
    let box = Rectangle(x: area.x, y: area.y + 8, width: area.width, height: text.height + 28)
    pages.canvas.fill(box, .accentSoft, radius: 6)
    pages.canvas.stroke(box, .accentLine, radius: 6)
    text.draw(on: pages.canvas, x: box.x + 16, y: box.y + 14)
  }
}
