extension MovingBoxReader {
  /// Columns with a default that means nothing, as nobody entered it.
  private static let quietDefaults = ["movingpriority": "3", "attachmentsjson": "[]"]
  private static let quietFlags: Set<String> = ["hasusedai", "isfragile"]
  /// Units, which mean nothing without a measure.
  private static let units = [
    "dimensionunit": ["dimensionlength", "dimensionwidth", "dimensionheight"],
    "weightunit": ["weightvalue"],
  ]

  /// Reads `inventory.csv`, with the old or the new header.
  mutating func readItems(_ source: MovingBoxTable) throws(ImportFailure) {
    var table = source
    guard table["title"] != nil else {
      throw .missingColumn(file: table.sheet.file, name: "Title")
    }
    let custom = table.customColumns(
      typed: Set(MovingBoxColumns.items.keys).union(["currency"])
    ).map {
      (index: $0, key: MovingBoxColumns.key(table.sheet.header[$0]))
    }
    builder.document.itemFields = Set(
      MovingBoxColumns.items.compactMap { table[$0.key] == nil ? nil : $0.value })
    while try table.sheet.next() {
      var item = ImportedItem(source: table.sheet.source)
      item.name = table.sheet.name(table["title"])
      if item.name.isEmpty { table.sheet.note(.missingName, column: table["title"]) }
      if table.sheet.isWellFormed {
        readTexts(&item, from: &table)
        readValues(&item, from: &table)
        item.customFields = readQuantity(&item, from: &table)
        item.customFields += customFields(custom, of: &table)
        readRelations(&item, from: &table)
      }
      item.problems = table.sheet.problems
      try builder.count(item.problems, file: table.sheet.file)
      builder.use(labels: item.labelNames, source: item.source)
      builder.document.items.append(item)
    }
    builder.document.blankRowCount += table.sheet.blankRowCount
  }

  private func readTexts(_ item: inout ImportedItem, from table: inout MovingBoxTable) {
    item.description = table.sheet.text(table["description"])
    item.notes = table.sheet.text(table["notes"])
    item.serialNumber = table.sheet.line(table["serial"])
    item.modelNumber = table.sheet.line(table["model"])
    item.manufacturer = table.sheet.line(table["make"])
    item.assetID = table.sheet.line(table["assetid"])
    item.purchaseFrom = table.sheet.line(table["purchaselocation"])
    item.condition = table.sheet.line(table["condition"])
  }

  private func readValues(_ item: inout ImportedItem, from table: inout MovingBoxTable) {
    let currency = table.currency()
    item.currency = currency?.code
    item.unitPrice = table.sheet.amountOrZeroForNone(table["price"], in: currency)
    item.replacementCost = table.sheet.amount(table["replacementcost"], in: currency)
    item.isInsured = table.sheet.value(table["insured"], PlainValueText.bool)
    item.createdAtMilliseconds = table.sheet.value(table["createdat"], DateText.milliseconds)
    item.purchaseDate = table.sheet.day(table["purchasedate"])
    var warranty = ImportedWarranty()
    warranty.isCovered = table.sheet.value(table["haswarranty"], PlainValueText.bool)
    warranty.expires = table.sheet.day(table["warrantyexpirationdate"])
    if warranty.isCovered == true || warranty.expires != nil { item.warranty = warranty }
  }

  /// Reads the quantity: as a number, as a number and a text, or (old header) as a text only. A
  /// text that differs from the number becomes a custom field, which is returned.
  private func readQuantity(_ item: inout ImportedItem, from table: inout MovingBoxTable)
    -> [ImportedField]
  {
    if table.sheet.isFilled(table["quantityint"]) {
      item.quantity = table.sheet.value(table["quantityint"], PlainValueText.quantity)
      let text = table.sheet.line(table["quantitystring"])
      // A text that is not a number is no problem here, because the other column has the number.
      let spoken = try? PlainValueText.quantity(text)
      if text.isEmpty || spoken == item.quantity { return [] }
      return [ImportedField(name: "QuantityString", text: text)]
    }
    let column = table.sheet.isFilled(table["quantitystring"]) ? "quantitystring" : "quantity"
    item.quantity = table.sheet.value(table[column], PlainValueText.quantity)
    return []
  }

  private func customFields(
    _ columns: [(index: Int, key: String)], of table: inout MovingBoxTable
  ) -> [ImportedField] {
    var telling: [Int] = []
    for (column, key) in columns where table.sheet.isFilled(column) {
      if Self.quietFlags.contains(key) {
        if table.sheet.value(column, PlainValueText.bool) != true { continue }
      } else if table.sheet.raw(column) == Self.quietDefaults[key] {
        continue
      } else if let measures = Self.units[key],
        !measures.contains(where: { table.sheet.isFilled(table[$0]) })
      {
        continue
      } else if key == "attachmentsjson" {
        table.sheet.note(.attachmentsNotIncluded, column: column)
      }
      telling.append(column)
    }
    return table.customFields(telling)
  }

  private mutating func readRelations(
    _ item: inout ImportedItem, from table: inout MovingBoxTable
  ) {
    item.reference = table.reference("itemid")
    noteDuplicate(item.reference, &table, column: "itemid")
    item.homeIndex = homeIndex(of: &table)
    item.locationIndex = locationIndex(of: &table, homeIndex: &item.homeIndex)
    item.locationPath = item.locationIndex.map { builder.document.locations[$0].path } ?? []
    item.labelNames = labelNames(of: &table)
    item.photos = photos.photos(of: &table)
  }

  private func labelNames(of table: inout MovingBoxTable) -> [String] {
    let text = table.sheet.name(table["label"])
    if text.isEmpty { return [] }
    let max = options.limits.maxLabelsPerItem
    // Counted before splitting, which takes longer the longer the list is.
    guard text.utf8.count(where: { $0 == 0x2C }) < max * 2 else {
      table.sheet.note(.tooManyLabels(max: max), column: table["label"])
      return []
    }
    let names = labelNames.split(text)
    guard names.count <= max else {
      table.sheet.note(.tooManyLabels(max: max), column: table["label"])
      return []
    }
    return names
  }
}
