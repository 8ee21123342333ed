import Household
import Importing
import SQLite
import SyncProtocol
import Things
import Values

extension LegacyReader {
  /// The nearest emoji for each symbol that the app offers for places.
  private static let icons = [
    "sofa.fill": "🛋️", "sofa": "🛋️", "fork.knife": "🍴", "bed.double.fill": "🛏️",
    "bed.double": "🛏️", "shower.fill": "🚿", "shower": "🚿", "desktopcomputer": "🖥️",
    "door.garage.closed": "🚗", "building.columns.fill": "🪜", "house.lodge.fill": "🏚️",
    "table.furniture.fill": "🍽️", "washer.fill": "🧺", "cabinet.fill": "🗄️",
  ]

  func readPlaces() throws {
    try forEachRow(of: "inventoryLocations") { row in
      let rawID = row.text("id")
      var texts = LegacyTexts(row, table: "inventoryLocations", id: rawID)
      var name = texts.line("name", .name)
      if name.isEmpty {
        name = "Unnamed room"
        texts.tell(.guessed, .noName(given: name))
      }
      let home = home(of: row, table: "inventoryLocations", id: rawID, name: name).id
      let id = recordID(row, "inventoryLocations", name: name)
      var place = Location(
        id: id, homeID: home, name: name, createdAt: texts.instant("createdAt") ?? choices.now)
      let icon = InputText.line(row.text("sfSymbolName"))
      if let emoji = Self.icons[icon] {
        place.emoji = emoji
      } else if !icon.isEmpty {
        texts.tell(.changed, .unknownIcon(icon))
      }
      place.note = texts.note(texts.lines("desc"))
      place.importSource = Self.source
      place.importRef = id
      try place.insert(in: staged)
      texts.finish(name: name, &decisions)
      let entry = Place(id: id, home: home, name: name)
      if places[rawID.lowercased()] == nil { places[rawID.lowercased()] = entry }
      if placesByName[home, default: [:]][place.nameKey] == nil {
        placesByName[home, default: [:]][place.nameKey] = entry
      }
      return .taken
    }
  }

  // MARK: Labels

  func readLabels() throws {
    try forEachRow(of: "inventoryLabels") { row in
      let rawID = row.text("id")
      var texts = LegacyTexts(row, table: "inventoryLabels", id: rawID)
      var name = texts.line("name", .name)
      if name.isEmpty {
        name = "Unnamed label"
        texts.tell(.guessed, .noName(given: name))
      }
      var check = InputCheck()
      var emoji = check.emoji(row.text("emoji"))
      if !check.problems.isEmpty {
        texts.tell(.changed, .notAnEmoji(emoji))
        emoji = ""
      }
      let color = Self.color(row.value("color"))
      if color == nil, row.value("color") != .null {
        texts.tell(.guessed, .unknownColor(row.text("color")))
      }
      let id = recordID(row, "inventoryLabels", name: name)
      let label = StoredLabel(
        source: id, rawID: rawID, name: name, color: color ?? .blue, emoji: emoji,
        note: texts.note(texts.lines("desc")), home: homeIDs[row.text("homeID").lowercased()])
      texts.finish(name: name, &decisions)
      // A second row with the same id gets a key of its own.
      let key = labels[rawID.lowercased()] == nil ? rawID.lowercased() : id
      labels[key] = label
      labelOrder.append(key)
      return .taken
    }
  }

  /// The palette colour nearest to a number with red, green, blue and opacity, one byte each.
  private static func color(_ value: Value) -> PaletteColour? {
    guard case .integer(let number) = value, (0...0xFFFF_FFFF).contains(number) else { return nil }
    let digits = String(number >> 8, radix: 16)
    return PaletteColour(nearest: "#" + String(repeating: "0", count: 6 - digits.count) + digits)
  }

  /// Reads which labels each item has, by the ids in the store.
  func readItemLabels() throws {
    var seen: Set<String> = []
    let known = try itemIDs()
    try forEachRow(of: "inventoryItemLabels") { row in
      let item = row.text("inventoryItemID").lowercased()
      let label = row.text("inventoryLabelID").lowercased()
      let (table, id) = ("inventoryItemLabels", row.text("id"))
      guard known.contains(item) else {
        tell(table, id, "", .leftOut, .itemMissing(id: Self.shown(item)))
        return .leftOut
      }
      guard labels[label] != nil else {
        tell(table, id, "", .leftOut, .labelMissing(id: Self.shown(label)))
        return .leftOut
      }
      guard seen.insert("\(item) \(label)").inserted else {
        tell(table, id, "", .merged, .sameRow)
        return .merged
      }
      labelsOfItem[item, default: []].append(label)
      return .taken
    }
  }

  private func itemIDs() throws -> Set<String> {
    guard let table = try store.table("inventoryItems"), table.has("id") else { return [] }
    var ids: Set<String> = []
    try store.connection.forEach("SELECT id FROM \(table.stored)", []) {
      ids.insert($0.text(0).lowercased())
    }
    return ids
  }

  /// The row of a label in a home, created with the first item there that has it; `nil` if the
  /// store has no such label.
  ///
  /// The label's own id goes to the home it belongs to or, if it belongs to none, to the first home
  /// that needs it.
  func label(_ key: String, in home: ZoneID) throws -> RecordID? {
    guard var label = labels[key] else { return nil }
    if let known = label.rows[home] { return known }
    let nameKey = NameKey.make(label.name)
    if let same = labelsByName[home]?[nameKey] {
      tell("inventoryLabels", label.rawID, label.name, .merged, .sameName(as: homeName(home)))
      label.rows[home] = same
      labels[key] = label
      return same
    }
    let ownHome = label.home ?? home
    let isFirst = label.rows.isEmpty && ownHome == home
    let id = isFirst ? label.source : UUIDs.v5(label.source, home)
    var row = Label(
      id: id, homeID: home, name: label.name, emoji: label.emoji, colorIndex: label.color.rawValue,
      note: label.note, createdAt: choices.now)
    row.nameKey = nameKey
    try row.insert(in: staged)
    labelsByName[home, default: [:]][nameKey] = id
    label.rows[home] = id
    labels[key] = label
    return id
  }

  /// Adds labels that no item has to their own home, or else to the fallback home, and reports
  /// labels that are in several homes.
  func placeUnusedLabels() throws {
    for key in labelOrder {
      guard let label = labels[key] else { continue }
      if label.rows.isEmpty || label.home.map({ label.rows[$0] == nil }) ?? false {
        _ = try self.label(key, in: label.home ?? fallback.id)
      }
      let rows = labels[key]?.rows ?? [:]
      guard rows.count > 1 else { continue }
      let names = homes.filter { rows[$0.id] != nil }.map(\.name)
      tell("inventoryLabels", label.rawID, label.name, .changed, .severalHomes(names))
    }
  }
}
