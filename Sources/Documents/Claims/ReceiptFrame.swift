import Images

/// The page around one page of a receipt, which names the item and the file.
struct ReceiptFrame {
  let receipt: ClaimReport.Receipt
  let words: ClaimReport.Words
  let pages: ReportPages

  enum Content {
    case jpeg([UInt8])
    case page(ReceiptParts.Page)
    /// Some lines of a text.
    case text(TextBlock, lines: Range<Int>)
    case problem(ClaimReport.ReceiptProblem)
  }

  private static let textStyle = TextStyle(family: .monospaced, points: 8.5, lineSpacing: 1.15)

  /// "Page 2 of 3"; empty on a page that only says why the receipt, or the rest of it, is missing.
  func number(of page: Int, in contents: [Content]) -> String {
    if case .problem(let problem) = contents[page - 1],
      contents.count == 1 || problem == .restOfText
    {
      return ""
    }
    return words.receiptPage(page, contents.count)
  }

  /// The contents of its pages; a single problem if the receipt cannot be included.
  func open(in parts: ReceiptParts) -> [Content] {
    let bytes: [UInt8]
    do {
      bytes = try DrawingTurn.pause { try receipt.load() }
    } catch {
      return [.problem(.missing)]
    }
    guard bytes.count <= ClaimReport.maxReceiptBytes else { return [.problem(.tooLarge)] }
    if bytes.starts(with: [0xFF, 0xD8]) { return [.jpeg(bytes)] }
    // PDF readers accept some bytes before a PDF's first line.
    let start = bytes.prefix(1024)
    guard start.indices.contains(where: { start[$0...].starts(with: Array("%PDF-".utf8)) }) else {
      return pagesOfText(bytes) ?? [.problem(.unknownKind)]
    }
    do throws(ClaimReport.ReceiptProblem) {
      return try parts.add(bytes).map { $0.map(Content.page) ?? .problem(.damaged) }
    } catch {
      return [.problem(error)]
    }
  }

  /// The pages of a text; `nil` if the bytes are not a text.
  private func pagesOfText(_ bytes: [UInt8]) -> [Content]? {
    do throws(ImageError) {
      _ = try ImageKind.sniff(Array(bytes.prefix(1024)))
      return nil
    } catch {
      guard error == .unsupportedKind(looksLike: .text) else { return nil }
    }
    var text = String(
      decoding: bytes.prefix(ClaimReport.maxTextReceiptBytes), as: UTF8.self
    ).unicodeScalars
    if text.first == "\u{FEFF}" { text.removeFirst() }
    // Removes a character that was cut in two, and blank lines that would fill a page.
    while let last = text.last, last == "\u{FFFD}" || last.properties.isWhitespace {
      text.removeLast()
    }
    let area = area(below: heads())
    let block = pages.type.set(String(text), Self.textStyle, width: area.width)
    var contents: [Content] = []
    var start = 0
    while start < block.lines.count, contents.count < ClaimReport.maxTextReceiptPages {
      var end = start + 1
      while end < block.lines.count,
        block.lines[end].bottom - block.lines[start].top <= area.height
      {
        end += 1
      }
      contents.append(.text(block, lines: start..<end))
      start = end
    }
    if start < block.lines.count || bytes.count > ClaimReport.maxTextReceiptBytes {
      contents.append(.problem(.restOfText))
    }
    return contents
  }

  private func heads() -> (owner: TextBlock, file: TextBlock) {
    let width = pages.width * 0.72
    return (
      pages.type.set(
        receipt.owner, TextStyle(points: 10.5, weight: .semibold), width: width, maxLines: 1),
      pages.type.set(
        receipt.fileName, TextStyle(points: 8.5, color: .inkSoft), width: width, maxLines: 1)
    )
  }

  private func area(below heads: (owner: TextBlock, file: TextBlock)) -> Rectangle {
    let y = pages.top - 14 + heads.owner.height + heads.file.height + 10
    return Rectangle(x: pages.left, y: y, width: pages.width, height: pages.bottom - y)
  }

  /// Draws the heading, with `count` at its right, and returns the area below.
  func drawHead(count: String) -> Rectangle {
    let (canvas, type, top) = (pages.canvas, pages.type, pages.top - 14)
    let (owner, file) = heads()
    let number = type.set(
      count, TextStyle(points: 8.5, color: .inkSoft),
      width: pages.width * 0.26, maxLines: 1, alignment: .trailing)
    owner.draw(on: canvas, x: pages.left, y: top)
    file.draw(on: canvas, x: pages.left, y: top + owner.height + 1)
    number.draw(
      on: canvas, x: pages.right - pages.width * 0.26,
      y: top + owner.height + 1 + file.baseline - number.baseline)
    return area(below: (owner, file))
  }

  /// Draws the content. A page of a PDF is only framed, and its placement returned; otherwise
  /// `nil`.
  func draw(_ content: Content, in area: Rectangle) -> ReportAssembly.Placed? {
    switch content {
    case .jpeg(let bytes):
      if !pages.canvas.drawJPEG(bytes, in: area, radius: 2) { draw(.damaged, in: area) }
      return nil
    case .text(let block, let lines):
      let top = block.lines[lines.lowerBound].top
      for line in block.lines[lines] {
        block.draw(line, on: pages.canvas, x: area.x, y: area.y + line.top - top)
      }
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
