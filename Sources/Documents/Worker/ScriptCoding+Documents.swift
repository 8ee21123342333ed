// The encoding of each part of a document in its script.

extension ScriptWriter {
  mutating func append(_ size: PageSize) {
    append(size.width)
    append(size.height)
  }

  mutating func append(_ information: DocumentInformation) {
    append(information.title)
    append(information.author)
    append(information.created)
  }

  mutating func append(_ format: LabelFormat) {
    append(format.name)
    append(format.page)
    append(format.columns)
    append(format.rows)
    append(format.label)
    for length in [
      format.left, format.top, format.pitchX, format.pitchY, format.borderX, format.borderY,
    ] { append(length) }
  }

  mutating func append(_ sheet: LabelSheet) {
    append(sheet.format)
    append(sheet.information)
    append(sheet.start)
    append(sheet.copies)
    append(sheet.hasOutlines)
  }

  mutating func append(_ label: Label) {
    append(label.code)
    append(label.title)
    append(label.details) { $0.append($1) }
    append(label.assetID)
  }

  mutating func append(_ row: ClaimReport.Row) {
    append(row.label)
    append(row.value)
  }

  mutating func append(_ report: ReportScript) {
    append(report.page)
    append(report.information)
    let words = report.words
    for text in [
      words.header, words.footer, words.itemsTitle, words.receiptsTitle, words.photoProblem,
      words.continued, words.receiptPage,
    ] { append(text) }
    append(words.receiptProblems) { $0.append($1) }
    append(report.cover.kind)
    append(report.cover.title)
    append(report.cover.addressLines) { $0.append($1) }
    append(report.cover.rows) { $0.append($1) }
    append(report.cover.figures) { $0.append($1) }
    append(report.coverPhoto ?? -1)
    append(report.sections) { writer, section in
      writer.append(section.title)
      writer.append(section.blocks) { $0.append($1) }
    }
  }

  private mutating func append(_ block: ClaimReport.Block) {
    switch block {
    case .paragraph(let text):
      append(1)
      append(text)
    case .rows(let rows):
      append(2)
      append(rows) { $0.append($1) }
    case .table(let table):
      append(3)
      append(table.columns) { writer, column in
        writer.append(column.title)
        writer.append(column.share)
        writer.append(column.isNumeric)
      }
      append(table.rows) { writer, row in writer.append(row) { $0.append($1) } }
      append(table.total != nil)
      append(table.total ?? []) { $0.append($1) }
    case .box(let title, let text, let rows):
      append(4)
      append(title)
      append(text)
      append(rows) { $0.append($1) }
    }
  }

  mutating func append(_ entry: ReportScript.Entry) {
    switch entry {
    case .room(let title, let detail):
      append(1)
      append(title)
      append(detail)
    case .item(let item):
      append(2)
      append(item.name)
      append(item.amount)
      append(item.photos) { writer, photo in
        writer.append(photo.number)
        writer.append(photo.caption)
      }
      append(item.rows) { $0.append($1) }
      append(item.notes)
      append(item.receipts) { writer, receipt in
        writer.append(receipt.fileName)
        writer.append(receipt.owner)
        writer.append(receipt.number)
      }
    }
  }
}

extension ScriptReader {
  mutating func pageSize() throws(ScriptMalformed) -> PageSize {
    PageSize(width: try length(), height: try length())
  }

  mutating func information() throws(ScriptMalformed) -> DocumentInformation {
    DocumentInformation(title: try text(), author: try text(), created: try text())
  }

  mutating func format() throws(ScriptMalformed) -> LabelFormat {
    LabelFormat(
      name: try text(), page: try pageSize(), columns: try number(), rows: try number(),
      label: try pageSize(), left: try length(), top: try length(), pitchX: try length(),
      pitchY: try length(), borderX: try length(), borderY: try length())
  }

  mutating func sheet() throws(ScriptMalformed) -> LabelSheet {
    LabelSheet(
      format: try format(), information: try information(), start: try number(),
      copies: try number(), hasOutlines: try claim())
  }

  mutating func label() throws(ScriptMalformed) -> Label {
    Label(
      code: try text(), title: try text(), details: try texts(), assetID: try text())
  }

  mutating func texts() throws(ScriptMalformed) -> [String] {
    try list { (reader) throws(ScriptMalformed) in try reader.text() }
  }

  mutating func rows() throws(ScriptMalformed) -> [ClaimReport.Row] {
    try list { (reader) throws(ScriptMalformed) in
      ClaimReport.Row(try reader.text(), try reader.text())
    }
  }

  mutating func report() throws(ScriptMalformed) -> ReportScript {
    let (page, information) = (try pageSize(), try information())
    let words = ReportScript.Words(
      header: try text(), footer: try text(), itemsTitle: try text(), receiptsTitle: try text(),
      photoProblem: try text(), continued: try text(), receiptPage: try text(),
      receiptProblems: try texts())
    let cover = ClaimReport.Cover(
      kind: try text(), title: try text(), addressLines: try texts(), rows: try rows(),
      figures: try rows())
    let photo = try number()
    let sections = try list { (reader) throws(ScriptMalformed) in
      ClaimReport.Section(
        title: try reader.text(),
        blocks: try reader.list { (reader) throws(ScriptMalformed) in try reader.block() })
    }
    return ReportScript(
      page: page, information: information, words: words, cover: cover,
      coverPhoto: photo < 0 ? nil : photo, sections: sections)
  }

  private mutating func block() throws(ScriptMalformed) -> ClaimReport.Block {
    switch try number() {
    case 1: return .paragraph(try text())
    case 2: return .rows(try rows())
    case 3:
      let columns = try list { (reader) throws(ScriptMalformed) in
        ClaimReport.Table.Column(
          try reader.text(), share: try reader.length(), isNumeric: try reader.claim())
      }
      let rows = try list { (reader) throws(ScriptMalformed) in try reader.texts() }
      let hasTotal = try claim()
      let total = try texts()
      return .table(ClaimReport.Table(columns: columns, rows: rows, total: hasTotal ? total : nil))
    case 4: return .box(title: try text(), text: try text(), rows: try rows())
    default: throw ScriptMalformed()
    }
  }

  mutating func entry() throws(ScriptMalformed) -> ReportScript.Entry? {
    switch try number() {
    case 0: return nil
    case 1: return .room(title: try text(), detail: try text())
    case 2:
      return .item(
        ReportScript.Item(
          name: try text(), amount: try text(),
          photos: try list { (reader) throws(ScriptMalformed) in
            ReportScript.Photo(try reader.number(), caption: try reader.text())
          },
          rows: try rows(), notes: try text(),
          receipts: try list { (reader) throws(ScriptMalformed) in
            ReportScript.Receipt(
              fileName: try reader.text(), owner: try reader.text(), number: try reader.number())
          }))
    default: throw ScriptMalformed()
    }
  }
}
