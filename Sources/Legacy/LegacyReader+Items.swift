import Household
import Importing
import SQLite
import SyncProtocol
import Things

extension LegacyReader {
  func readItems() throws {
    try forEachRow(of: "inventoryItems") { row in
      let rawID = row.text("id")
      var texts = LegacyTexts(row, table: "inventoryItems", id: rawID)
      var details = details(row, &texts)
      let id = recordID(row, "inventoryItems", name: details.name)
      let (home, place) = whereabouts(of: row, id: rawID, name: details.name)
      details.locationID = place
      var item = Item(
        id: id, homeID: home, details: details,
        createdAt: texts.instant("createdAt") ?? choices.now, createdBy: choices.accountID)
      item.importSource = Self.source
      item.importRef = id
      try item.insert(in: staged)
      try writeLabels(of: item, row, &texts)
      try writeFields(of: item, row, &texts)
      texts.finish(name: details.name, &decisions)
      if items[rawID.lowercased()] == nil {
        items[rawID.lowercased()] = (id, home, item.createdAt)
      }
      try notePapers(of: item, row)
      return .taken
    }
  }

  private func details(_ row: LegacyRow, _ texts: inout LegacyTexts) -> ItemDetails {
    var details = ItemDetails(
      name: texts.line("title", .name), currency: choices.options.currency.code)
    details.manufacturer = texts.line("make")
    details.model = texts.line("model")
    if details.name.isEmpty {
      let made = [details.manufacturer, details.model].filter { !$0.isEmpty }
        .joined(separator: " ")
      details.name = made.isEmpty ? "Unnamed item" : LegacyTexts.cut(made, .name) ?? made
      texts.tell(.guessed, .noName(given: details.name))
    }
    details.description = texts.lines("desc")
    details.notes = texts.lines("notes")
    details.serial = texts.line("serial")
    details.assetID = texts.line("assetId")
    details.purchasedFrom = texts.line("purchaseLocation")
    details.condition = texts.line("condition")
    details.quantity = quantity(row, &texts)
    details.priceMinor = texts.amount("price", choices.options)
    details.replacementMinor = texts.amount("replacementCost", choices.options, zeroIsNone: false)
    details.purchasedOn = texts.day("purchaseDate", choices.options)
    details.warrantyUntil = texts.day("warrantyExpirationDate", choices.options)
    details.isInsured = row.flag("insured")
    return details
  }

  /// Reads the quantity: as a number, as a number and a text, or only as a text. A text that
  /// differs from the number is kept.
  private func quantity(_ row: LegacyRow, _ texts: inout LegacyTexts) -> Int64 {
    let spoken = row.text("quantityString")
    let column = row.text("quantityInt").isEmpty ? "quantityString" : "quantityInt"
    let count = texts.read(column) { text throws(ImportProblem.Reason) -> Int64? in
      guard let count = try PlainValueText.quantity(text).map(Int64.init) else { return nil }
      guard MoneyLimit.quantity.contains(count) else {
        throw .quantityTooLarge(max: Int(MoneyLimit.quantity.upperBound))
      }
      return count
    }
    if column == "quantityInt", !spoken.isEmpty, Int64(spoken) != count {
      texts.leftovers.append(("QuantityString", InputText.line(spoken)))
    }
    return count ?? 1
  }

  /// The home and place of an item.
  ///
  /// The home that the item names is kept; otherwise it is the home of its place. A place in
  /// another home is not followed (D-MRG-21): a place with the same name in the item's home
  /// replaces it, if there is one.
  private func whereabouts(
    of row: LegacyRow, id: String, name: String
  ) -> (home: ZoneID, place: RecordID?) {
    let rawPlace = row.text("locationID")
    let place = places[rawPlace.lowercased()]
    if !rawPlace.isEmpty, place == nil {
      tell("inventoryItems", id, name, .changed, .placeMissing(id: Self.shown(rawPlace)))
    }
    var home = homeIDs[row.text("homeID").lowercased()]
    if home == nil, let place {
      home = place.home
      tell("inventoryItems", id, name, .guessed, .homeOfPlace(homeName(place.home)))
    }
    let here = home ?? self.home(of: row, table: "inventoryItems", id: id, name: name).id
    guard let place, place.home != here else { return (here, place?.id) }
    if let same = placesByName[here]?[NameKey.make(place.name)] {
      tell("inventoryItems", id, name, .changed, .placeOfSameName(name: place.name))
      return (here, same.id)
    }
    tell("inventoryItems", id, name, .changed, .placeElsewhere(name: place.name))
    return (here, nil)
  }

  /// Reads labels from the table of item labels; older versions only have a column of the item.
  private func writeLabels(
    of item: Item, _ row: LegacyRow, _ texts: inout LegacyTexts
  ) throws {
    var keys = labelsOfItem[row.text("id").lowercased()] ?? []
    if keys.isEmpty {
      keys = LegacyTexts.list(row.text("labelIDs")) + LegacyTexts.list(row.text("labelID"))
    }
    var written: Set<RecordID> = []
    for key in keys {
      guard let label = try label(key.lowercased(), in: item.homeID) else {
        texts.tell(.changed, .labelMissing(id: Self.shown(key)))
        continue
      }
      guard written.insert(label).inserted else { continue }
      try ItemLabel(homeID: item.homeID, itemID: item.id, labelID: label).insert(in: staged)
    }
  }

  private func writeFields(
    of item: Item, _ row: LegacyRow, _ texts: inout LegacyTexts
  ) throws {
    var fields = LegacyItemText.fields(of: row)
    fields += texts.leftovers.flatMap { Self.pieces(named: $0.column, $0.text) }
    if row.flag("hasWarranty"), item.details.warrantyUntil == nil {
      fields.append(CustomField(name: "Warranty", value: "yes"))
    }
    for (index, field) in fields.prefix(CustomField.maxPerItem).enumerated() {
      let id = UUIDs.v5(item.id, "field \(index) \(field.name)")
      let row = ItemField(
        id: id, homeID: item.homeID, itemID: item.id, name: field.name, value: field.value,
        sortOrder: index)
      try row.insert(in: staged)
    }
    if fields.count > CustomField.maxPerItem {
      texts.tell(.changed, .tooMany(max: CustomField.maxPerItem))
    }
  }

  /// Splits a long text into as many fields as it needs.
  private static func pieces(named name: String, _ text: String) -> [CustomField] {
    var rest = text.unicodeScalars[...]
    var pieces: [CustomField] = []
    while !rest.isEmpty {
      let piece = rest.prefix(TextLimit.notes.maxCharacters)
      let number = pieces.isEmpty ? "" : " (\(pieces.count + 1))"
      pieces.append(CustomField(name: name + number, value: String(piece)))
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}
