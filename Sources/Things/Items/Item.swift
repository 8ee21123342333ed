import Household
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
    ["id", "homeID"] + ItemDetails.fields.columns()
      + ["nameKey", "importSource", "importRef", "createdAt", "createdBy", "lastSeenOn"],
    origin: .told)

  package var values: [Value] {
    var values: [Value] = [.text(id), .text(homeID)]
    values.reserveCapacity(Self.sql.columns.count)
    values += ItemDetails.fields.values(of: details)
    values += [
      .text(nameKey), Value(importSource), Value(importRef), .integer(createdAt), .text(createdBy),
      Value(lastSeenOn),
    ]
    return values
  }

  package init(
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

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<ItemDetails>] = [
    .reference("locationID", \.locationID, "The place in the home; null: no particular one."),
    .name("name", \.name, "What it is called.", example: "Kettle"),
    .lines("description", \.description, "In some words.", example: "1.7 litres"),
    .lines("notes", \.notes, "Whatever else is to be known.", example: "Descale it"),
    .number(
      "quantity", \.quantity, MoneyLimit.quantity, standard: 1, "How many.", example: 1),
    .currency(
      \.currency, "ISO 4217, of all amounts; the home's or the person's own when it is not said."),
    .amount("priceMinor", \.priceMinor, "Price of one piece."),
    .amount("replacementMinor", \.replacementMinor, "What buying one again would cost."),
    .day("purchasedOn", \.purchasedOn, "When it was bought.", example: "2024-05-01"),
    .optionalNumber(
      "usefulLifeYears", \.usefulLifeYears, Depreciation.lives,
      "Years over which its value falls from the price to the residual value, by straight line.",
      example: 10),
    .amount("residualMinor", \.residualMinor, "What one piece is worth in the end."),
    .line("purchasedFrom", \.purchasedFrom, "Where it was bought.", example: "Shop"),
    .line("condition", \.condition, "What state it is in.", example: "Good"),
    .line("serial", \.serial, "Serial number.", example: "SN-1"),
    .line("model", \.model, "Model.", example: "KT-17"),
    .line("manufacturer", \.manufacturer, "Who made it.", example: "Acme"),
    .day("warrantyUntil", \.warrantyUntil, "Last day of the warranty.", example: "2027-05-01"),
    .flag("isLifetimeWarranty", \.isLifetimeWarranty, "Whether the warranty never ends."),
    .lines("warrantyDetails", \.warrantyDetails, "Its terms.", example: "Parts only"),
    .line("assetID", \.assetID, "A number of your own.", example: "000-017"),
    .url("url", \.url, "A web address, http or https.", example: "https://a.example"),
    .flag(
      "isArchived", \.isArchived,
      """
      Whether it is kept out of lists, totals and insurance. What is sold is archived: a first \
      `soldOn`, `soldTo` or `soldMinor` sets it, unless it is sent as well. To take a sale back, \
      send those three as null or empty and `isArchived` as false.
      """),
    .flag("isInsured", \.isInsured, "Whether it is insured by itself."),
    .day("soldOn", \.soldOn, "When it was sold.", example: "2026-01-31"),
    .line("soldTo", \.soldTo, "To whom it was sold.", example: "Ben"),
    .amount("soldMinor", \.soldMinor, "What it was sold for."),
    .lines("soldNotes", \.soldNotes, "About the sale.", example: "Cash"),
    .line("lentTo", \.lentTo, "Who has borrowed it.", example: "Cleo"),
    .day("lentUntil", \.lentUntil, "When it is to come back.", example: "2026-12-24"),
  ]

  init(_ row: inout RowReader) {
    locationID = row.optionalText()
    name = row.text()
    description = row.text()
    notes = row.text()
    quantity = row.integer()
    currency = row.text()
    priceMinor = row.amount()
    replacementMinor = row.amount()
    purchasedOn = row.optionalText()
    usefulLifeYears = row.optionalInteger()
    residualMinor = row.amount()
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
}
