import Household
import Importing
import SQLite
import SyncProtocol
import Things
import Values

extension LegacyReader {
  private struct StoredHome {
    var home: Home
    let rawID: String
    let isPrimary: Bool
    let createdAt: String
  }

  /// Reads the homes, the primary one first, and chooses the home for rows that name none; without
  /// any home, one is created or chosen.
  func readHomes() throws {
    var found: [StoredHome] = []
    try forEachRow(of: "homes") { row in
      found.append(home(row))
      return .taken
    }
    // The same order on every device (D-HOM-6): the primary home, then the oldest, then by id.
    found.sort { left, right in
      if left.isPrimary != right.isPrimary { return left.isPrimary }
      if left.createdAt != right.createdAt { return left.createdAt < right.createdAt }
      return left.home.id < right.home.id
    }
    for (index, stored) in found.enumerated() {
      if index > 0, stored.isPrimary {
        tell("homes", stored.rawID, stored.home.name, .changed, .secondPrimary)
      }
      var home = stored.home
      // Hearth opens with the oldest home unless somebody has chosen one.
      home.createdAt = choices.now + Int64(index)
      try home.insert(in: staged)
      homes.append((home.id, home.name))
    }
    try chooseFallback()
  }

  private func chooseFallback() throws {
    let chosen = choices.home ?? (homes.isEmpty ? choices.primary : nil)
    if chosen == nil, let first = homes.first {
      fallback = first
      return
    }
    // A home that is created gets an id that every device derives alike (D-HOM-5).
    let name = chosen?.name ?? "My Home"
    let id =
      chosen?.id ?? UUIDs.v5(choices.accountID, chosen == nil ? "primary-home" : "home \(name)")
    fallback = (id, name)
    guard usedIDs.insert(id).inserted else { return }
    var home = Home(id: id, name: name, createdAt: choices.now + Int64(homes.count))
    home.defaultsVersion = HomeDefaults.version
    try home.insert(in: staged)
    homes.append((id, name))
    if chosen?.id == nil { tell("homes", id, name, .guessed, .homeMade(name)) }
  }

  private func home(_ row: LegacyRow) -> StoredHome {
    let rawID = row.text("id")
    var texts = LegacyTexts(row, table: "homes", id: rawID)
    var name = texts.line("name", .homeName)
    let address1 = texts.line("address1")
    if name.isEmpty {
      name = address1.isEmpty ? "Unnamed home" : LegacyTexts.cut(address1, .homeName) ?? address1
      texts.tell(.guessed, .noName(given: name))
    }
    let id = recordID(row, "homes", name: name)
    if homeIDs[rawID.lowercased()] == nil { homeIDs[rawID.lowercased()] = id }
    var home = Home(id: id, name: name, createdAt: choices.now)
    home.address.address1 = address1
    home.address.address2 = texts.line("address2")
    home.address.city = texts.line("city")
    home.address.state = texts.line("state")
    home.address.zip = texts.line("zip")
    home.address.country = texts.line("country")
    home.purchasedOn = texts.day("purchaseDate", choices.options)
    let price = texts.amount("purchasePrice", choices.options)
    home.purchaseMinor = price
    home.currency = price == nil ? nil : choices.options.currency.code
    let color = InputText.line(row.text("colorName"))
    if let known = PaletteColour(name: color) {
      home.colorIndex = known.rawValue
    } else if !color.isEmpty {
      texts.tell(.guessed, .unknownColor(color))
    }
    if row.flag("isPrivate") { texts.leftovers.append(("IsPrivate", "true")) }
    home.note = texts.note("")
    home.defaultsVersion = HomeDefaults.version
    home.importSource = Self.source
    home.importRef = id
    texts.finish(name: name, &decisions)
    return StoredHome(
      home: home, rawID: rawID, isPrimary: row.flag("isPrimary"), createdAt: row.text("createdAt"))
  }

  /// The home that a row names, or else the fallback home, which is reported.
  func home(
    of row: LegacyRow, table: String, id: String, name: String
  ) -> (id: ZoneID, isGiven: Bool) {
    let raw = row.text("homeID")
    if let known = homeIDs[raw.lowercased()] { return (known, true) }
    tell(
      table, id, name, .guessed,
      raw.isEmpty
        ? .noHome(goesTo: fallback.name)
        : .homeMissing(id: Self.shown(raw), goesTo: fallback.name))
    return (fallback.id, false)
  }

  func homeName(_ id: ZoneID) -> String { homes.first { $0.id == id }?.name ?? "" }
}
