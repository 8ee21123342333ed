import Values

/// Reads a table that somebody has made; its columns are recognised by their names.
///
/// Such a table has no ids and no homes: a row is recognised again by its name and place. Values
/// without a field become custom fields, so that nothing is lost.
package struct SpreadsheetReader {
  /// The most custom fields of an item, and characters in their names; anything beyond goes into
  /// the notes.
  static let maxOwnFields = 90
  static let maxFieldNameLength = 200
  /// What people write if there is nothing to say.
  private static let nothing: Set<String> = ["-", "–", "—", "?", "n/a", "na", "none", "unknown"]
  private static let yes: Set<String> = ["true", "1", "yes", "y", "x", "✓", "✔"]
  private static let no: Set<String> = ["false", "0", "no", "n"]

  private var sheet: Sheet
  private let columns: SpreadsheetColumns
  private var builder: DocumentBuilder
  private var days = PendingDays()
  /// Indexes of locations by the texts that name them, since many items share a place.
  private var placesByText: [[String]: Int] = [:]

  /// Reads the whole table. Rows with problems are part of the document.
  ///
  /// - Parameter skippedCount: the number of rows before the headings.
  package static func read(
    _ table: CSVReader, coding: TextCoding = .utf8, skippedCount: Int = 0, options: ImportOptions
  ) throws(ImportFailure) -> ImportDocument {
    var (table, record) = (table, CSVRecord())
    for _ in 0..<skippedCount { _ = try table.next(into: &record) }
    var sheet = try Sheet(table, options: options, key: SpreadsheetColumns.key)
    sheet.allowsOtherWidths = true
    var reader = try SpreadsheetReader(sheet)
    if coding == .windows1252 { reader.tell(.readAsWindows, nil) }
    if skippedCount > 0 { reader.tell(.rowsBeforeHeadings(count: skippedCount), nil) }
    return try reader.document()
  }

  private init(_ sheet: Sheet) throws(ImportFailure) {
    self.sheet = sheet
    columns = SpreadsheetColumns(header: sheet.header, currency: sheet.options.currency)
    guard columns[.name] != nil else {
      throw .unknownFormat(file: sheet.file, header: InventoryFile.shown(sheet.header))
    }
    builder = DocumentBuilder(format: .spreadsheet, limits: sheet.options.limits)
    builder.document.itemFields = columns.itemFields
    builder.document.columns = columns.columns
    for column in columns.columns where column.field == nil {
      tell(.columnKeptAsCustomField, column.name)
    }
  }

  private mutating func tell(_ reason: ImportProblem.Reason, _ column: String?) {
    builder.document.problems.append(
      ImportProblem(
        file: sheet.file, line: nil, column: column, text: column ?? sheet.file, reason: reason))
  }

  private mutating func document() throws(ImportFailure) -> ImportDocument {
    while try sheet.next() { try readItem() }
    builder.document.blankRowCount = sheet.blankRowCount
    for problem in days.settle(in: &builder.document.items) {
      try builder.count([problem], file: sheet.file)
    }
    return try builder.finished(file: sheet.file)
  }

  private mutating func readItem() throws(ImportFailure) {
    var item = ImportedItem(source: sheet.source)
    item.name = sheet.name(columns[.name])
    if item.name.isEmpty { sheet.note(.missingName, column: columns[.name]) }
    if sheet.isWellFormed {
      readTexts(&item)
      readValues(&item)
      readLocation(of: &item)
      readLabels(of: &item)
      readOwnFields(&item)
    }
    item.problems = sheet.problems
    try builder.count(item.problems, file: sheet.file)
    builder.use(labels: item.labelNames, source: item.source)
    builder.document.items.append(item)
  }

  private mutating func readTexts(_ item: inout ImportedItem) {
    item.description = sheet.text(columns[.description])
    item.notes = sheet.text(columns[.notes])
    item.purchaseFrom = sheet.line(columns[.purchaseFrom])
    item.serialNumber = sheet.line(columns[.serialNumber])
    item.modelNumber = sheet.line(columns[.modelNumber])
    item.manufacturer = sheet.line(columns[.manufacturer])
    item.condition = sheet.line(columns[.condition])
    item.assetID = sheet.line(columns[.assetID])
    let address = sheet.line(columns[.url])
    let start = address.prefix(8).lowercased()
    if start.hasPrefix("http://") || start.hasPrefix("https://") {
      item.url = address
    } else {
      keep(address, of: columns[.url], in: &item)
    }
  }

  // MARK: Values

  private mutating func readValues(_ item: inout ImportedItem) {
    let currency = rowCurrency()
    item.currency = currency?.code
    item.quantity = filled(.quantity).flatMap { sheet.value($0, PlainValueText.quantity) }
    item.unitPrice = amount(.unitPrice, currency)
    item.replacementCost = amount(.replacementCost, currency)
    item.purchaseDate = day(.purchaseDate)
    item.isInsured = filled(.isInsured).flatMap { sheet.value($0, Self.bool) }
    let sale = ImportedSale(
      date: day(.soldDate), to: sheet.line(columns[.soldTo]), price: amount(.soldPrice, currency))
    if sale != ImportedSale() { item.sale = sale }
    readWarranty(&item)
  }

  /// The column of a field, if its cell says anything.
  private func filled(_ field: ItemField) -> Int? {
    guard let column = columns[field], sheet.isFilled(column) else { return nil }
    let text = CleanText.trimmed(sheet.raw(column)).lowercased()
    return text.isEmpty || Self.nothing.contains(text) ? nil : column
  }

  private mutating func amount(
    _ field: ItemField, _ currency: Currency?
  ) -> ImportedAmount? {
    guard let column = filled(field) else { return nil }
    if currency == nil, let sign = columns.unclearSigns[field] {
      sheet.note(.ambiguousCurrency(sign: sign), column: column)
      return nil
    }
    return sheet.amount(column, in: currency ?? columns.currencies[field])
  }

  private mutating func rowCurrency() -> Currency? {
    guard let column = filled(.currency) else { return nil }
    let text = CleanText.trimmed(sheet.raw(column))
    if let known = Currency(code: text.uppercased()) { return known }
    let codes = Currency.codes(ofSign: text)
    if codes.contains(sheet.options.currency.code) { return sheet.options.currency }
    if codes.count == 1 { return Currency(code: codes[0]) }
    sheet.note(
      codes.isEmpty ? .unknownCurrency : .ambiguousCurrency(sign: text), column: column)
    return nil
  }

  /// The day of a cell if it is unambiguous; otherwise it is settled at the end of the file.
  private mutating func day(_ field: ItemField) -> String? {
    guard let column = filled(field) else { return nil }
    let offset = sheet.options.utcOffsetSeconds
    let found = sheet.value(column) { text throws(ImportProblem.Reason) in
      try LocalDay.parse(text, utcOffsetSeconds: offset)
    }
    return found.flatMap { take($0, field, column) }
  }

  private mutating func take(_ day: LocalDay, _ field: ItemField, _ column: Int) -> String? {
    switch day {
    case .sure(let text, let order):
      days.note(order)
      return text
    case .either(let dayFirst, let monthFirst):
      days.entries.append(
        PendingDays.Entry(
          item: builder.document.items.count, field: field, dayFirst: dayFirst,
          monthFirst: monthFirst,
          problem: ImportProblem(
            file: sheet.file, line: sheet.source.line, column: sheet.header[column],
            text: sheet.raw(column), reason: .ambiguousDate)))
      return nil
    }
  }

  /// Reads a warranty: the day it ends, yes or no, “lifetime”, or a text such as “2 years”.
  private mutating func readWarranty(_ item: inout ImportedItem) {
    var warranty = ImportedWarranty()
    warranty.details = sheet.text(columns[.warrantyDetails])
    if let column = filled(.warrantyExpires) {
      let text = sheet.line(column)
      let offset = sheet.options.utcOffsetSeconds
      switch text.lowercased() {
      case let word where Self.yes.contains(word): warranty.isCovered = true
      case let word where Self.no.contains(word): break
      case "lifetime", "life", "for life": warranty.isLifetime = true
      default:
        // Anything but a day is kept as text.
        if let day = try? LocalDay.parse(text, utcOffsetSeconds: offset) {
          warranty.expires = take(day, .warrantyExpires, column)
          if warranty.expires == nil { item.warranty = warranty }
        } else {
          warranty.details += (warranty.details.isEmpty ? "" : "\n") + text
        }
      }
    }
    if warranty != ImportedWarranty() { item.warranty = warranty }
  }

  private static func bool(_ text: String) throws(ImportProblem.Reason) -> Bool? {
    let word = CleanText.trimmed(text).lowercased()
    if yes.contains(word) { return true }
    if no.contains(word) { return false }
    throw .unreadableBool
  }

  // MARK: Relations

  private mutating func readLocation(of item: inout ImportedItem) {
    let texts = columns.places.map { sheet.name($0) }
    guard texts.contains(where: { !$0.isEmpty && !Self.nothing.contains($0.lowercased()) }) else {
      return
    }
    if let known = placesByText[texts] {
      item.locationPath = builder.document.locations[known].path
      item.locationIndex = known
      return
    }
    let path = texts.flatMap(Self.path)
    let max = sheet.options.limits.maxLocationDepth
    guard path.count <= max else {
      sheet.note(.locationTooDeep(max: max), column: columns.places.first)
      return
    }
    if path.isEmpty { return }
    item.locationPath = path
    let index = builder.location(path, homeIndex: nil, source: item.source)
    item.locationIndex = index
    placesByText[texts] = index
  }

  private static let separators: Set<Substring> = ["/", ">", "›", "»", "→", "\\"]

  /// The places in a text: `Cellar / Shelf 2` is a place inside another, `TV/Sofa` is one place.
  private static func path(_ text: String) -> [String] {
    var path: [String] = []
    var part: [Substring] = []
    let words: [Substring] = text.split(separator: " ") + ["/"]
    for word in words {
      guard separators.contains(word) else {
        part.append(word)
        continue
      }
      let name = part.joined(separator: " ")
      if !name.isEmpty, !nothing.contains(name.lowercased()) { path.append(name) }
      part = []
    }
    return path
  }

  private mutating func readLabels(of item: inout ImportedItem) {
    let text = sheet.name(columns[.labels])
    if text.isEmpty { return }
    let max = sheet.options.limits.maxLabelsPerItem
    let parts = text.split(separator: text.contains(";") ? ";" : ",", maxSplits: max)
    guard parts.count <= max else {
      sheet.note(.tooManyLabels(max: max), column: columns[.labels])
      return
    }
    for part in parts {
      let name = CleanText.trimmed(String(part))
      if !name.isEmpty, !item.labelNames.contains(name) { item.labelNames.append(name) }
    }
  }

  private mutating func readOwnFields(_ item: inout ImportedItem) {
    for (index, name) in columns.own where sheet.isFilled(index) {
      keep(sheet.text(index), named: name, in: &item)
    }
  }

  private func keep(_ text: String, of column: Int?, in item: inout ImportedItem) {
    guard let column else { return }
    keep(text, named: CleanText.excerpt(sheet.header[column], maxLength: 200), in: &item)
  }

  /// Keeps a text under its column's name, in a custom field or in the notes.
  private func keep(_ text: String, named name: String, in item: inout ImportedItem) {
    guard !CleanText.trimmed(text).isEmpty else { return }
    if item.customFields.count < Self.maxOwnFields, name.count <= Self.maxFieldNameLength {
      item.customFields.append(ImportedField(name: name, text: text))
    } else {
      item.notes += "\(item.notes.isEmpty ? "" : "\n")\(name): \(text)"
    }
  }
}

/// Days with an unclear order of day and month, to be settled by the other days of the file.
private struct PendingDays {
  struct Entry {
    let item: Int
    let field: ItemField
    let dayFirst: String
    let monthFirst: String
    let problem: ImportProblem
  }

  var entries: [Entry] = []
  private var hasDayFirst = false
  private var hasMonthFirst = false

  mutating func note(_ order: LocalDay.Order?) {
    if order == .dayFirst { hasDayFirst = true }
    if order == .monthFirst { hasMonthFirst = true }
  }

  /// Fills in the days. If nothing shows the order, the rows have to be corrected; returns the
  /// problems added to them.
  func settle(in items: inout [ImportedItem]) -> [ImportProblem] {
    guard hasDayFirst != hasMonthFirst else {
      for entry in entries { items[entry.item].problems.append(entry.problem) }
      return entries.map(\.problem)
    }
    for entry in entries {
      let day = hasDayFirst ? entry.dayFirst : entry.monthFirst
      switch entry.field {
      case .warrantyExpires:
        var warranty = items[entry.item].warranty ?? ImportedWarranty()
        warranty.expires = day
        items[entry.item].warranty = warranty
      case .soldDate:
        var sale = items[entry.item].sale ?? ImportedSale()
        sale.date = day
        items[entry.item].sale = sale
      default: items[entry.item].purchaseDate = day
      }
    }
    return []
  }
}
