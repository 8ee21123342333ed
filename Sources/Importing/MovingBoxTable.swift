import Values

/// One CSV file of a MovingBox export. Columns are found by name, in any order, case and spacing.
struct MovingBoxTable {
  var sheet: Sheet
  private let columns: [String: Int]
  /// The columns of photo file names, the first photo first.
  let photoColumns: [Int]

  init(_ reader: CSVReader, options: ImportOptions) throws(ImportFailure) {
    sheet = try Sheet(reader, options: options, key: MovingBoxColumns.key)
    var columns: [String: Int] = [:]
    var photos: [(number: Int, index: Int)] = []
    for (index, name) in sheet.header.enumerated() {
      let key = MovingBoxColumns.key(name)
      columns[key] = index
      if let number = MovingBoxColumns.photoNumber(key) { photos.append((number, index)) }
    }
    self.columns = columns
    photoColumns = photos.sorted { $0.number < $1.number }.map(\.index)
  }

  subscript(_ key: String) -> Int? { columns[key] }

  /// Columns without a typed field, in the file's order.
  func customColumns(typed: Set<String>) -> [Int] {
    sheet.header.indices.filter { index in
      let key = MovingBoxColumns.key(sheet.header[index])
      return !typed.contains(key) && MovingBoxColumns.photoNumber(key) == nil
    }
  }

  /// The filled cells of `columns` as custom fields.
  mutating func customFields(_ columns: [Int]) -> [ImportedField] {
    var fields: [ImportedField] = []
    for index in columns where sheet.isFilled(index) {
      let name = CleanText.trimmed(CleanText.cleaned(sheet.header[index]).text)
      let text = sheet.text(index)
      if name.isEmpty {
        sheet.note(.unnamedColumn(number: index + 1), column: index)
      } else if !text.isEmpty {
        fields.append(ImportedField(name: name, text: text))
      }
    }
    return fields
  }

  /// The currency of all amounts of the row, from a column that Hearth writes and MovingBox does
  /// not; `nil` if there is none.
  func currency() -> Currency? {
    guard let column = self["currency"], sheet.isFilled(column) else { return nil }
    return Currency(code: CleanText.trimmed(sheet.raw(column)).uppercased())
  }

  /// The row's UUID as its identity; `nil` if it has none.
  mutating func reference(_ key: String) -> SourceReference? {
    sheet.value(self[key], PlainValueText.uuid).map {
      SourceReference(system: .movingBox, key: $0)
    }
  }
}

/// The names of MovingBox's columns.
enum MovingBoxColumns {
  /// The name in lower case without white space, which is how MovingBox itself compares headers.
  static func key(_ name: String) -> String {
    String(name.lowercased().filter { !$0.isWhitespace })
  }

  /// 1 for `PhotoFilename`, n for `PhotoFilename<n>`, `nil` for other columns.
  static func photoNumber(_ key: String) -> Int? {
    guard key.hasPrefix("photofilename") else { return nil }
    let rest = key.dropFirst("photofilename".count)
    return rest.isEmpty ? 1 : Int(rest).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether these are columns of an inventory, old or new: `Title` and at least three others.
  ///
  /// A table that somebody has made may have them too. It is not an inventory if it has columns of
  /// its own, and none that only MovingBox writes.
  static func isInventory(_ keys: Set<String>) -> Bool {
    let others: Set<String> = [
      "location", "label", "quantity", "quantityint", "serial", "model", "make", "price",
      "insured", "notes", "hasusedai", "photofilename", "itemid",
    ]
    guard keys.contains("title"), keys.intersection(others).count >= 3 else { return false }
    let marks: Set<String> = ["photofilename", "hasusedai", "quantityint", "itemid"]
    return !keys.isDisjoint(with: marks) || keys.isSubset(of: items.keys)
  }

  /// Whether these are columns of another table of an export, beside the inventory.
  static func isSideFile(_ keys: Set<String>) -> Bool {
    keys.isSuperset(of: ["name", "colorhex"]) || keys.contains("policyid")
      || keys.isSuperset(of: ["name", "homeid", "isprimary"])
      || keys.isSuperset(of: ["name", "homeid", "locationid"])
  }

  static let homes: Set<String> = [
    "homeid", "name", "address1", "address2", "city", "state", "zip", "country", "purchasedate",
    "purchaseprice", "isprimary", "colorname", "currency",
  ]
  static let homeColors: Set<String> = [
    "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink",
    "brown",
  ]
  static let labels: Set<String> = ["name", "description", "colorhex", "emoji"]
  static let locations: Set<String> = ["name", "description", "home", "homeid", "locationid"]
  static let policies: Set<String> = [
    "policyid", "providername", "policynumber", "deductibleamount", "dwellingcoverageamount",
    "personalpropertycoverageamount", "lossofusecoverageamount", "liabilitycoverageamount",
    "medicalpaymentscoverageamount", "startdate", "enddate", "homes", "homeids",
    "currency",
  ]

  /// The typed columns of an inventory and the fields they fill.
  static let items: [String: ItemField] = [
    "title": .name, "description": .description, "location": .location, "label": .labels,
    "home": .home, "quantitystring": .quantity, "quantityint": .quantity, "quantity": .quantity,
    "serial": .serialNumber, "model": .modelNumber, "make": .manufacturer, "price": .unitPrice,
    "insured": .isInsured, "assetid": .assetID, "notes": .notes,
    "replacementcost": .replacementCost, "createdat": .createdAt, "purchasedate": .purchaseDate,
    "warrantyexpirationdate": .warrantyExpires, "purchaselocation": .purchaseFrom,
    "condition": .condition, "haswarranty": .warranty, "itemid": .reference,
    "locationid": .location, "homeid": .home, "photofilename": .photos,
  ]
}
