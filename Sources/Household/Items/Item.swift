import SQLite
import SyncProtocol

/// Something a household owns: one row of `items`.
package struct Item: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package var details: ItemDetails
  package var nameKey: String
  /// The program this item was imported from, and its id there; a later import finds it by both.
  package var importSource: String?
  package var importRef: String?
  /// Milliseconds since 1970.
  package var createdAt: Int64
  package var createdBy: AccountID
  /// The day somebody last saw it where it belongs, `YYYY-MM-DD`; `nil` if nobody has.
  package var lastSeenOn: String?

  package static let sql = RecordSQL(
    "items",
    ["id", "homeID"] + ItemDetails.columns
      + ["nameKey", "importSource", "importRef", "createdAt", "createdBy", "lastSeenOn"]
      + ItemDetails.laterColumns, origin: .told)

  package var values: [Value] {
    var values: [Value] = [.text(id), .text(homeID)]
    values.reserveCapacity(Self.sql.columns.count)
    values += details.values
    values += [
      .text(nameKey), Value(importSource), Value(importRef), .integer(createdAt), .text(createdBy),
      Value(lastSeenOn),
    ]
    values += details.laterValues
    return values
  }

  init(
    id: RecordID, homeID: ZoneID, details: ItemDetails, createdAt: Int64, createdBy: AccountID,
    importSource: String? = nil, importRef: String? = nil
  ) {
    self.id = id
    self.homeID = homeID
    self.details = details
    nameKey = NameKey.make(details.name)
    self.importSource = importSource
    self.importRef = importRef
    self.createdAt = createdAt
    self.createdBy = createdBy
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    details = ItemDetails(&row)
    nameKey = row.text()
    importSource = row.optionalText()
    importRef = row.optionalText()
    createdAt = row.instant()
    createdBy = row.text()
    lastSeenOn = row.optionalText()
    details.readLater(&row)
  }
}

/// The details of an item that people enter: everything a form can change. Unknown texts are empty.
package struct ItemDetails: Equatable, Sendable {
  /// `nil` if the item is in no particular place of its home (S3-BR7).
  package var locationID: RecordID?
  package var name: String
  package var description = ""
  package var notes = ""
  package var quantity: Int64 = 1
  /// Price of one piece in minor units of `currency`; `nil` if unknown, never zero by default.
  package var priceMinor: Int64?
  /// The currency of all amounts of this item. Never `nil`, so that no merge of two edits can leave
  /// an amount without one (X27).
  package var currency: String
  /// The cost of buying one piece again, in minor units of `currency`.
  package var replacementMinor: Int64?
  /// `YYYY-MM-DD`, like all dates.
  package var purchasedOn: String?
  package var purchasedFrom = ""
  package var condition = ""
  package var serial = ""
  package var model = ""
  package var manufacturer = ""
  package var warrantyUntil: String?
  package var isLifetimeWarranty = false
  package var warrantyDetails = ""
  package var assetID = ""
  package var url = ""
  package var isArchived = false
  package var isInsured = false
  package var soldOn: String?
  package var soldTo = ""
  package var soldMinor: Int64?
  package var soldNotes = ""
  package var lentTo = ""
  package var lentUntil: String?
  /// Its useful life in years, see ``Depreciation``; `nil` if unknown.
  package var usefulLifeYears: Int64?
  /// The value of one piece at the end of that life, in minor units of `currency`; `nil` for zero.
  package var residualMinor: Int64?

  package init(name: String, currency: String) {
    self.name = name
    self.currency = currency
  }

  static let columns = [
    "locationID", "name", "description", "notes", "quantity", "priceMinor", "currency",
    "replacementMinor", "purchasedOn", "purchasedFrom", "condition", "serial", "model",
    "manufacturer", "warrantyUntil", "isLifetimeWarranty", "warrantyDetails", "assetID", "url",
    "isArchived", "isInsured", "soldOn", "soldTo", "soldMinor", "soldNotes", "lentTo", "lentUntil",
  ]
  /// Columns that the table got later; they come after all others, see `Record.mark`.
  static let laterColumns = ["usefulLifeYears", "residualMinor"]

  /// In the order of `columns`.
  var values: [Value] {
    [
      Value(locationID), .text(name), .text(description), .text(notes), .integer(quantity),
      Value(priceMinor), .text(currency), Value(replacementMinor), Value(purchasedOn),
      .text(purchasedFrom), .text(condition), .text(serial), .text(model), .text(manufacturer),
      Value(warrantyUntil), Value(isLifetimeWarranty), .text(warrantyDetails), .text(assetID),
      .text(url), Value(isArchived), Value(isInsured), Value(soldOn), .text(soldTo),
      Value(soldMinor), .text(soldNotes), .text(lentTo), Value(lentUntil),
    ]
  }

  /// In the order of `laterColumns`.
  var laterValues: [Value] { [Value(usefulLifeYears), Value(residualMinor)] }

  init(_ row: inout RowReader) {
    locationID = row.optionalText()
    name = row.text()
    description = row.text()
    notes = row.text()
    quantity = row.integer()
    priceMinor = row.amount()
    currency = row.text()
    replacementMinor = row.amount()
    purchasedOn = row.optionalText()
    purchasedFrom = row.text()
    condition = row.text()
    serial = row.text()
    model = row.text()
    manufacturer = row.text()
    warrantyUntil = row.optionalText()
    isLifetimeWarranty = row.bool()
    warrantyDetails = row.text()
    assetID = row.text()
    url = row.text()
    isArchived = row.bool()
    isInsured = row.bool()
    soldOn = row.optionalText()
    soldTo = row.text()
    soldMinor = row.amount()
    soldNotes = row.text()
    lentTo = row.text()
    lentUntil = row.optionalText()
  }

  mutating func readLater(_ row: inout RowReader) {
    usefulLifeYears = row.optionalInteger()
    residualMinor = row.amount()
  }
}
