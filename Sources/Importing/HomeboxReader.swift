import Values

/// Reads Homebox's CSV and TSV exports, with the old header (up to 0.22) or the new one.
///
/// The format has neither homes nor currencies. Rows whose `HB.url` leads to a location are
/// locations. A row is identified by its `HB.import_ref` or, without one, by the id in its
/// `HB.url`.
package struct HomeboxReader {
  package static let maxReferenceLength = 100

  private var sheet: Sheet
  private let columns: HomeboxColumns
  private var builder: DocumentBuilder
  private var parents = HomeboxParents()
  /// Indexes of locations by the text that names them, since many items share a place.
  private var placesByText: [String: Int] = [:]

  /// Reads the whole table. Rows with problems are part of the document.
  package static func read(_ table: CSVReader, options: ImportOptions) throws(ImportFailure)
    -> ImportDocument
  {
    var sheet = try Sheet(table, options: options, key: HomeboxColumns.key)
    sheet.unquotesFormulas = true
    return try read(sheet)
  }

  static func read(_ sheet: Sheet) throws(ImportFailure) -> ImportDocument {
    var reader = try HomeboxReader(sheet)
    return try reader.document()
  }

  private init(_ sheet: Sheet) throws(ImportFailure) {
    self.sheet = sheet
    columns = HomeboxColumns(header: sheet.header)
    guard columns[.name] != nil else { throw .missingColumn(file: sheet.file, name: "HB.name") }
    builder = DocumentBuilder(format: .homebox, limits: sheet.options.limits)
    builder.document.itemFields = columns.itemFields
    for index in columns.unknown {
      builder.document.problems.append(
        ImportProblem(
          file: sheet.file, line: nil, column: sheet.header[index], text: sheet.header[index],
          reason: .columnKeptAsCustomField))
    }
  }

  private mutating func document() throws(ImportFailure) -> ImportDocument {
    while try sheet.next() {
      if sheet.isWellFormed, isLocation {
        try readLocation()
      } else {
        try readItem()
      }
    }
    builder.document.blankRowCount = sheet.blankRowCount
    parents.resolve(in: &builder.document)
    return try builder.finished(file: sheet.file)
  }

  private static let locationPart = Array("/location/".utf8)

  private var isLocation: Bool {
    // Hearth only writes items, whatever their URLs are.
    if columns.isHearths, sheet.isFilled(columns[.reference]) { return false }
    guard let column = columns[.url], sheet.isFilled(column) else { return false }
    return sheet.contains(Self.locationPart, in: column)
  }

  // MARK: Items

  private mutating func readItem() throws(ImportFailure) {
    var item = ImportedItem(source: sheet.source)
    item.name = sheet.name(columns[.name])
    if item.name.isEmpty { sheet.note(.missingName, column: columns[.name]) }
    if sheet.isWellFormed {
      readTexts(&item)
      readValues(&item)
      readRelations(&item)
      item.customFields = customFields()
    }
    item.problems = sheet.problems
    try builder.count(item.problems, file: sheet.file)
    builder.use(labels: item.labelNames, source: item.source)
    parents.add(item, at: builder.document.items.count)
    builder.document.items.append(item)
  }

  private mutating func readTexts(_ item: inout ImportedItem) {
    item.description = sheet.text(columns[.description])
    item.notes = sheet.text(columns[.notes])
    item.purchaseFrom = sheet.line(columns[.purchaseFrom])
    item.serialNumber = sheet.line(columns[.serialNumber])
    item.modelNumber = sheet.line(columns[.modelNumber])
    item.manufacturer = sheet.line(columns[.manufacturer])
    item.url = sheet.line(columns[.url])
    item.condition = sheet.line(columns[.condition])
  }

  private mutating func readValues(_ item: inout ImportedItem) {
    item.quantity = sheet.value(columns[.quantity], PlainValueText.quantity)
    let currency = rowCurrency()
    item.currency = currency?.code
    item.unitPrice = amount(columns[.unitPrice], currency)
    item.purchaseDate = day(columns[.purchaseDate])
    item.isArchived = sheet.value(columns[.isArchived], PlainValueText.goBool)
    item.isInsured = sheet.value(columns[.isInsured], PlainValueText.goBool)
    item.assetID =
      columns.isHearths
      ? sheet.line(columns[.assetID])
      : sheet.value(columns[.assetID], PlainValueText.homeboxAssetID) ?? ""
    var warranty = ImportedWarranty()
    warranty.expires = day(columns[.warrantyExpires])
    warranty.isLifetime = sheet.value(columns[.isLifetimeWarranty], PlainValueText.goBool)
    warranty.details = sheet.text(columns[.warrantyDetails])
    if warranty.expires != nil || warranty.isLifetime == true || !warranty.details.isEmpty {
      item.warranty = warranty
    }
    let sale = ImportedSale(
      date: day(columns[.soldDate]), to: sheet.line(columns[.soldTo]),
      price: amount(columns[.soldPrice], currency), notes: sheet.text(columns[.soldNotes]))
    if sale != ImportedSale() { item.sale = sale }
    readHearthsValues(&item, currency)
  }

  /// Reads the columns that only Hearth writes.
  private mutating func readHearthsValues(_ item: inout ImportedItem, _ currency: Currency?) {
    item.replacementCost = amount(columns[.replacementCost], currency)
    item.lastSeenOn = day(columns[.lastSeen])
    item.createdAtMilliseconds = sheet.value(columns[.createdAt], DateText.milliseconds)
    for column in HearthColumn.all where column.field == nil {
      guard let index = columns.hearths[column.register] else { continue }
      item.values[column.register] = value(column.kind, index, currency)
    }
  }

  private mutating func value(
    _ kind: HearthColumn.Kind, _ column: Int, _ currency: Currency?
  ) -> ImportedValue? {
    switch kind {
    case .line:
      let text = sheet.line(column)
      return text.isEmpty ? nil : .text(text)
    case .day: return day(column).map { .text($0) }
    case .number: return sheet.value(column, PlainValueText.quantity).map { .number($0) }
    case .amount: return amount(column, currency).map { .amount($0) }
    case .instant, .currency: return nil
    }
  }

  /// The currency of the row; `nil` if there is none, or none that is known.
  private func rowCurrency() -> Currency? {
    guard let column = columns.currency, sheet.isFilled(column) else { return nil }
    return Currency(code: CleanText.trimmed(sheet.raw(column)).uppercased())
  }

  /// An amount in the row's currency. A plain `0` means none in Homebox's tables. Hearth leaves the
  /// cell empty then, and writes a price of zero with decimals.
  private mutating func amount(_ column: Int?, _ currency: Currency?) -> ImportedAmount? {
    guard let column, sheet.isFilled(column) else { return nil }
    let amount = sheet.amount(column, in: currency)
    let saysZero = columns.isHearths && sheet.raw(column).contains(".")
    return amount?.minor == 0 && !saysZero ? nil : amount
  }

  /// A day; `nil` for the first day of year 1, which Go writes for none.
  private mutating func day(_ column: Int?) -> String? {
    guard let column, !sheet.raw(column).hasPrefix("0001-01-01") else { return nil }
    return sheet.day(column)
  }

  private mutating func readRelations(_ item: inout ImportedItem) {
    item.reference = reference(urlPart: "/item/")
    item.labelNames = labelNames()
    readLocation(of: &item)
    let parent = sheet.line(columns[.parent])
    if parent.isEmpty { return }
    let reference = SourceReference(system: .homeboxReference, key: parent)
    if reference == item.reference {
      sheet.note(.ownParent, column: columns[.parent])
    } else {
      item.parentReference = reference
    }
  }

  /// The row's identity. Registers it, so that a second row with the same one is reported.
  private mutating func reference(urlPart: String) -> SourceReference? {
    let key = sheet.name(columns[.reference])
    var found: SourceReference?
    if !key.isEmpty {
      guard key.count <= Self.maxReferenceLength else {
        sheet.note(.referenceTooLong(max: Self.maxReferenceLength), column: columns[.reference])
        return nil
      }
      found = SourceReference(system: .homeboxReference, key: key)
    } else if let column = columns[.url], sheet.isFilled(column) {
      found = Self.id(in: sheet.raw(column), after: urlPart).map {
        SourceReference(system: .homeboxID, key: $0)
      }
    }
    if let found, let first = builder.claim(found, line: sheet.source.line) {
      sheet.note(.duplicateReference(firstLine: first), column: columns[.reference])
    }
    return found
  }

  /// The UUID that follows `part` in a URL.
  private static func id(in url: String, after part: String) -> String? {
    let pieces = url.split(separator: "/")
    let name = part.split(separator: "/").first
    guard let place = pieces.lastIndex(where: { $0 == name }), place + 1 < pieces.count else {
      return nil
    }
    return PlainValueText.lowercaseUUID(pieces[place + 1].prefix(36))
  }

  /// The row's labels, separated by semicolons; if there is none, by commas, as older documentation
  /// says, except in tables that Hearth wrote.
  private mutating func labelNames() -> [String] {
    let text = sheet.name(columns[.labels])
    if text.isEmpty { return [] }
    let separator: Character = text.contains(";") || columns.isHearths ? ";" : ","
    return labelNames(
      text.split(separator: separator).map { part in
        // Hearth replaces a semicolon within a name by the full-width one.
        let name = columns.isHearths ? part.replacing("；", with: ";") : part
        return CleanText.trimmed(String(name))
      })
  }

  private mutating func labelNames(_ parts: [String]) -> [String] {
    let max = sheet.options.limits.maxLabelsPerItem
    guard parts.count <= max else {
      sheet.note(.tooManyLabels(max: max), column: columns[.labels])
      return []
    }
    var names: [String] = []
    for part in parts where !part.isEmpty && !names.contains(part) { names.append(part) }
    return names
  }

  private mutating func readLocation(of item: inout ImportedItem) {
    let text = sheet.name(columns[.location])
    if text.isEmpty { return }
    if let known = placesByText[text] {
      item.locationPath = builder.document.locations[known].path
      item.locationIndex = known
      return
    }
    item.locationPath = path(text)
    if item.locationPath.isEmpty { return }
    let index = builder.location(item.locationPath, homeIndex: nil, source: item.source)
    item.locationIndex = index
    placesByText[text] = index
  }

  private mutating func path(_ text: String) -> [String] {
    let max = sheet.options.limits.maxLocationDepth
    var path: [String] = []
    for part in text.split(separator: "/") {
      var name = CleanText.trimmed(String(part))
      // Hearth replaces a slash within a name, since slashes separate places.
      if columns.isHearths { name = name.replacing("\u{2215}", with: "/") }
      if name.isEmpty { continue }
      guard path.count < max else {
        sheet.note(.locationTooDeep(max: max), column: columns[.location])
        return []
      }
      path.append(name)
    }
    return path
  }

  private mutating func customFields() -> [ImportedField] {
    var fields: [ImportedField] = []
    let hasCurrency = rowCurrency() != nil
    for (index, name) in columns.custom where sheet.isFilled(index) {
      if hasCurrency, index == columns.currency { continue }
      let text = sheet.text(index)
      if name.isEmpty {
        sheet.note(.unnamedColumn(number: index + 1), column: index)
      } else if !text.isEmpty {
        fields.append(ImportedField(name: name, text: text))
      }
    }
    return fields
  }

  // MARK: Locations

  /// Values that Homebox writes into every row, even if nobody entered them.
  private static let defaults: Set<String> = ["0", "1", "false", "000-000"]

  private mutating func readLocation() throws(ImportFailure) {
    let name = sheet.name(columns[.name])
    if name.isEmpty { sheet.note(.missingName, column: columns[.name]) }
    var path = path(sheet.name(columns[.location]))
    // Exports differ: the column holds the place itself, or the place around it.
    if path.last != name, !name.isEmpty { path.append(name) }
    let reference = reference(urlPart: "/location/")
    var location = ImportedLocation(source: sheet.source, path: path)
    location.description = sheet.text(columns[.description])
    location.notes = sheet.text(columns[.notes])
    location.reference = reference
    location.customFields = locationFields() + customFields()
    location.problems = sheet.problems
    try builder.count(location.problems, file: sheet.file)
    parents.addLocation(reference, at: declare(location))
  }

  /// Columns that only items have typed fields for, if they hold more than defaults.
  private mutating func locationFields() -> [ImportedField] {
    let taken: Set<ItemField> = [.name, .description, .notes, .location, .reference, .url]
    var fields: [ImportedField] = []
    let hearths = HearthColumn.all.filter { $0.field == nil }.map { columns.hearths[$0.register] }
    for column in ItemField.allCases.filter({ !taken.contains($0) }).map({ columns[$0] }) + hearths
    {
      guard let column, sheet.isFilled(column) else { continue }
      let text = sheet.text(column)
      if Self.defaults.contains(text) { continue }
      fields.append(ImportedField(name: sheet.header[column], text: text))
    }
    return fields
  }

  /// Adds a location that has a row of its own; it replaces one that earlier rows only named.
  private mutating func declare(_ location: ImportedLocation) -> Int {
    var location = location
    guard !location.path.isEmpty else { return builder.add(location) }
    let index = builder.location(location.path, homeIndex: nil, source: location.source)
    let present = builder.document.locations[index]
    guard present.isImplied else {
      location.problems.append(
        ImportProblem(
          file: sheet.file, line: location.source.line, column: nil, text: location.name,
          reason: .duplicateName(firstLine: present.source.line)))
      return builder.add(location)
    }
    builder.document.locations[index] = location
    return index
  }
}
