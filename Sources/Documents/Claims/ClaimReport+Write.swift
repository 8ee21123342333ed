extension ClaimReport {
  /// Writes the PDF.
  ///
  /// The pages are drawn to an unnamed file on the file system of `temporaryFolder`, and passed to
  /// the sink once all are there, since each shows the total number of pages. There must be room
  /// for the document twice. The call blocks until it is done, so it belongs on a thread of its
  /// own.
  ///
  /// - Parameters:
  ///   - next: returns one room or item after the other, and `nil` at the end. Called once for
  ///     each, when the one before has been drawn.
  ///   - isCancelled: called for each page.
  package func write(
    entries next: () throws -> Entry?, temporaryFolder: String,
    isCancelled: () -> Bool = { false }, to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws(DocumentError) {
    let output = try ScratchFile(in: temporaryFolder)
    try write(
      entries: next,
      scratch: (try ScratchFile(in: temporaryFolder), try ScratchFile(in: temporaryFolder)),
      isCancelled: isCancelled, to: output.path)
    try output.copy(isCancelled: isCancelled, to: sink)
  }

  /// Writes to standard output instead, with two open files for intermediate data. Opens no other
  /// files, apart from fonts.
  func writeToStandardOutput(
    entries next: () throws -> Entry?, scratch: (pages: ScratchFile, receipts: ScratchFile)
  ) throws(DocumentError) {
    try write(entries: next, scratch: scratch, isCancelled: { false }, to: nil)
  }

  private func write(
    entries next: () throws -> Entry?, scratch: (pages: ScratchFile, receipts: ScratchFile),
    isCancelled: () -> Bool, to path: String?
  ) throws(DocumentError) {
    let lengths = [page.width, page.height]
    guard lengths.allSatisfy({ $0.isFinite && $0 >= 360 && $0 <= 14_400 }) else {
      throw .invalidFormat
    }
    try withoutActuallyEscaping(isCancelled) { isCancelled -> Result<Void, DocumentError> in
      do throws(DocumentError) {
        let assembly = try DrawingTurn.take { () throws(DocumentError) in
          let drawing = try ReportDrawing(report: self, scratch, isCancelled: isCancelled)
          try drawing.draw(entries: next)
          return try drawing.assembly()
        }
        try assembly.write(to: path, isCancelled: isCancelled)
        return .success(())
      } catch {
        return .failure(error)
      }
    }.get()
  }
}

/// Draws a report's pages in order, with empty frames for the pages of receipts.
private final class ReportDrawing {
  private let report: ClaimReport
  private let type: Typesetter
  private let canvas: Canvas
  private let pages: ReportPages
  private let scratch: (pages: ScratchFile, receipts: ScratchFile)
  private let parts: ReceiptParts
  private var placed: [ReportAssembly.Placed] = []
  private var receipts: [ClaimReport.Receipt] = []
  private var itemsBookmark: Int?

  init(
    report: ClaimReport, _ scratch: (pages: ScratchFile, receipts: ScratchFile),
    isCancelled: @escaping () -> Bool
  ) throws(DocumentError) {
    self.report = report
    self.scratch = scratch
    parts = ReceiptParts(scratch: scratch.receipts, maxValues: report.maxReceiptValues)
    type = try Typesetter.take()
    canvas = try Canvas(size: report.page, information: report.information) { bytes in
      try scratch.pages.append(bytes)
    }
    pages = ReportPages(canvas: canvas, type: type, report: report, isCancelled: isCancelled)
  }

  func draw(entries next: () throws -> ClaimReport.Entry?) throws(DocumentError) {
    canvas.addBookmark(report.cover.title)
    let rest = ReportCover(cover: report.cover, pages: pages).draw()
    try canvas.showPage()
    if !rest.isEmpty {
      try pages.place(pages.rows(rest, x: pages.left, width: pages.width, labelWidth: 150, gap: 0))
    }
    for section in report.sections { try draw(section) }
    try drawItems(next)
    pages.running = report.words.receiptsTitle
    var parent: Int?
    for receipt in receipts { try draw(receipt, parent: &parent) }
    try pages.end()
    try parts.write(ifFull: false)
    try canvas.finish()
  }

  func assembly() throws(DocumentError) -> ReportAssembly {
    var bytes: [UInt8] = []
    let total = try Canvas(size: report.page, information: nil) { bytes += $0 }
    ReportPages.drawTotal(canvas.shownPages, page: report.page, type: type, canvas: total)
    try total.showPage()
    try total.finish()
    return ReportAssembly(
      body: scratch.pages, totalBytes: bytes, numberedPages: pages.numberedPages,
      receipts: scratch.receipts, receiptRanges: parts.ranges, placed: placed)
  }

  private func draw(_ section: ClaimReport.Section) throws(DocumentError) {
    try check(section)
    let slices = pages.slices(of: section)
    // A section begins on this page if there is room for a good part of it.
    let height = slices.reduce(0) { $0 + $1.gap + $1.height }
    if pages.remaining < min(height, pages.fullHeight / 3) {
      pages.running = ""
      try pages.begin()
    }
    canvas.addBookmark(section.title)
    try pages.place(slices)
  }

  private func drawItems(
    _ next: () throws -> ClaimReport.Entry?
  ) throws(DocumentError) {
    var heading: [Slice] = []
    var titles: [String] = []
    var isFirst = true
    while let entry = try pull(next) {
      if isFirst {
        isFirst = false
        try pages.end()
        if !report.words.itemsTitle.isEmpty { heading = [pages.heading(report.words.itemsTitle)] }
      }
      switch entry {
      case .room(let title, let detail):
        heading.append(pages.slices(ofRoom: title, detail: detail))
        titles.append(title)
      case .item(let item):
        try check(
          [item.name, item.amount, item.notes] + item.photos.map(\.caption)
            + item.rows.flatMap { [$0.label, $0.value] })
        guard receipts.count + item.receipts.count <= ClaimReport.maxReceipts else {
          throw .tooManyReceipts(max: ClaimReport.maxReceipts)
        }
        receipts += item.receipts
        try draw(item, under: heading, titles: titles)
        (heading, titles) = ([], [])
      }
    }
    // A room without items at the end is still shown.
    if !heading.isEmpty {
      try pages.place(heading)
      addBookmarks(titles)
    }
  }

  private func addBookmarks(_ rooms: [String]) {
    for room in rooms { canvas.addBookmark(room, parent: itemsBookmark) }
  }

  private func draw(
    _ item: ClaimReport.Item, under heading: [Slice], titles: [String]
  ) throws(DocumentError) {
    let slices = heading + pages.slices(of: item)
    // Before a page begins, because its header names the room that it begins with.
    if let room = titles.last { pages.running = room }
    try pages.makeRoom(for: slices)
    if itemsBookmark == nil, !report.words.itemsTitle.isEmpty {
      itemsBookmark = canvas.addBookmark(report.words.itemsTitle)
    }
    addBookmarks(titles)
    if heading.isEmpty, !pages.isAtTop {
      canvas.line(fromX: pages.left, toX: pages.right, y: pages.y, .line)
    }
    try pages.place(slices)
  }

  private func draw(_ receipt: ClaimReport.Receipt, parent: inout Int?) throws(DocumentError) {
    let frame = ReceiptFrame(receipt: receipt, words: report.words, pages: pages)
    let contents = frame.open(in: parts)
    for (index, content) in contents.enumerated() {
      try pages.begin()
      if parent == nil { parent = canvas.addBookmark(report.words.receiptsTitle) }
      if index == 0 { canvas.addBookmark(receipt.fileName, parent: parent) }
      let area = frame.drawHead(count: frame.number(of: index + 1, in: contents))
      if let placement = frame.draw(content, in: area) { placed.append(placement) }
    }
    try parts.write(ifFull: true)
  }

  private func pull(
    _ next: () throws -> ClaimReport.Entry?
  ) throws(DocumentError) -> ClaimReport.Entry? {
    do { return try DrawingTurn.pause { try next() } } catch { throw .sourceFailed(error) }
  }

  private func check(_ section: ClaimReport.Section) throws(DocumentError) {
    for block in section.blocks {
      switch block {
      case .paragraph(let text): try check([text])
      case .rows(let rows): try check(rows.flatMap { [$0.label, $0.value] })
      case .table(let table): for row in table.rows { try check(row) }
      case .box(let title, let text, let rows):
        try check([title, text] + rows.flatMap { [$0.label, $0.value] })
      }
    }
  }

  private func check(_ texts: [String]) throws(DocumentError) {
    guard texts.allSatisfy({ $0.utf8.count <= ClaimReport.maxTextBytes }) else {
      throw .textTooLong(maxBytes: ClaimReport.maxTextBytes)
    }
  }
}
