import Values

/// The meanings of the columns in a table that somebody has made, found by their names.
///
/// If several columns suit one field, the one with the most specific name is taken. Columns without
/// a field are kept as custom fields.
struct SpreadsheetColumns {
  /// By the field's raw value, for speed: rows look up every column.
  private var indexes = [Int?](repeating: nil, count: ItemField.allCases.count)
  /// The currencies named in headings, such as `Price (EUR)`.
  private(set) var currencies: [ItemField: Currency] = [:]
  /// Signs in headings that may stand for several currencies.
  private(set) var unclearSigns: [ItemField: String] = [:]
  /// The columns that name a place, from the outermost inwards.
  private(set) var places: [Int] = []
  /// Columns without a field, with the name of their custom field.
  private(set) var own: [(index: Int, name: String)] = []
  /// Every column with a name, in the file's order.
  private(set) var columns: [ImportedColumn] = []

  /// - Parameter currency: the currency meant by a sign that several share, if it is one of them.
  init(header: [String], currency: Currency) {
    let headings = header.map { Heading($0, currency) }
    var best: [ItemField: Int] = [:]
    for (index, heading) in headings.enumerated() {
      guard let meaning = Self.meanings[heading.key] else { continue }
      let known = best[meaning.field].flatMap { Self.meanings[headings[$0].key]?.rank }
      if known.map({ meaning.rank < $0 }) ?? true { best[meaning.field] = index }
    }
    // Words whose meaning depends on the other columns.
    if best[.name] == nil, let column = best[.description] {
      best[.name] = column
      best[.description] = nil
    }
    if let column = headings.firstIndex(where: { $0.key == "amount" }) {
      if best[.unitPrice] == nil {
        best[.unitPrice] = column
      } else if best[.quantity] == nil {
        best[.quantity] = column
      }
    }
    for (field, index) in best {
      indexes[field.rawValue] = index
      currencies[field] = headings[index].currency
      unclearSigns[field] = headings[index].unclearSign
    }
    let inner = headings.indices.filter { index in
      !best.values.contains(index) && Self.innerPlaces.contains(headings[index].key)
    }
    let outer = headings.firstIndex { Self.outerPlaces.contains($0.key) }
    places = [outer, self[.location]].compactMap(\.self) + inner.prefix(3)
    var seen: Set<Int> = []
    places = places.filter { seen.insert($0).inserted }
    let fields = Dictionary(best.map { ($1, $0) }) { first, _ in first }
    for (index, heading) in headings.enumerated() {
      let field = fields[index] ?? (places.contains(index) ? .location : nil)
      let name = heading.name.isEmpty ? "Column \(index + 1)" : heading.name
      if field == nil { own.append((index, name)) }
      if !heading.name.isEmpty { columns.append(ImportedColumn(name: name, field: field)) }
    }
  }

  subscript(_ field: ItemField) -> Int? { indexes[field.rawValue] }

  var itemFields: Set<ItemField> { Set(columns.compactMap(\.field)) }

  /// Whether a header has a column for the names of things.
  static func matches(_ header: [String]) -> Bool {
    let keys = header.map { Heading($0, nil).key }
    return keys.contains { [.name, .description].contains(meanings[$0]?.field) }
  }

  /// Whether a row has a heading for the names of things, and another known one.
  static func areHeadings(_ row: [String]) -> Bool {
    let fields = Set(row.compactMap { meanings[Heading($0, nil).key]?.field })
    return fields.count >= 2 && !fields.isDisjoint(with: [.name, .description])
  }

  /// The key by which headings are compared.
  static func key(_ name: String) -> String {
    CleanText.trimmed(CleanText.cleaned(name).text).lowercased()
  }

  // MARK: Words

  /// In each list, the most specific name comes first.
  private static let words: [(field: ItemField, names: String)] = [
    (
      .name,
      """
      name, item name, item, items, product name, product, title, article, object, thing, \
      asset name, asset, belonging, possession, what, gegenstand, bezeichnung, artikel, nom, \
      objet, nombre, artículo, oggetto
      """
    ),
    (.description, "description, item description, details, beschreibung, descripción"),
    (
      .quantity,
      """
      quantity, qty, count, number of items, how many, pieces, pcs, units, menge, anzahl, stück, \
      quantité, cantidad
      """
    ),
    (
      .unitPrice,
      """
      unit price, price each, price per unit, price of one, unit cost, purchase price, price paid, \
      bought for, price, purchase cost, cost, paid, value, purchase value, estimated value, \
      current value, worth, preis, kaufpreis, wert, prix, precio, prezzo
      """
    ),
    (.currency, "currency, currency code, purchase currency, währung, devise, moneda, valuta"),
    (
      .replacementCost,
      "replacement cost, replacement value, replacement price, cost to replace, insured value"
    ),
    (
      .purchaseDate,
      """
      purchase date, date of purchase, purchased on, date purchased, bought on, date bought, \
      purchased, bought, buy date, acquisition date, date acquired, acquired on, acquired, date, \
      kaufdatum, gekauft am, gekauft, date d'achat, fecha de compra
      """
    ),
    (
      .purchaseFrom,
      """
      purchased from, bought from, purchased at, bought at, where bought, store, shop, vendor, \
      seller, retailer, merchant, supplier, dealer, purchase location, gekauft bei, \
      händler, geschäft
      """
    ),
    (
      .serialNumber,
      """
      serial number, serial no, serial nr, serial num, serial, s n, sn, seriennummer, \
      numéro de série, número de serie
      """
    ),
    (.modelNumber, "model number, model no, model nr, model, model name, modell, modèle, modelo"),
    (
      .manufacturer,
      "manufacturer, make, brand, maker, producer, brand name, hersteller, marke, marque, marca"
    ),
    (
      .warrantyExpires,
      """
      warranty expires, warranty until, warranty expiry, warranty expiry date, \
      warranty expiration, warranty expiration date, warranty end, warranty ends, \
      warranty end date, warranty date, warranty, guarantee until, guarantee, garantie bis, garantie
      """
    ),
    (.warrantyDetails, "warranty details, warranty info, warranty notes, warranty information"),
    (.condition, "condition, item condition, zustand"),
    (
      .assetID,
      """
      asset id, asset number, asset no, asset tag, inventory number, inventory no, inventory id, \
      inventarnummer
      """
    ),
    (.url, "url, link, product link, product url, web address, website, web page"),
    (.isInsured, "insured, is insured, versichert"),
    (
      .labels,
      "labels, label, tags, tag, categories, category, kategorie, kategorien, catégorie, etiquetas"
    ),
    (
      .notes,
      """
      notes, note, comments, comment, remarks, remark, memo, notizen, bemerkungen, bemerkung, \
      anmerkungen, remarques, notas
      """
    ),
    (.soldDate, "sold on, sold date, date sold"), (.soldTo, "sold to, buyer"),
    (.soldPrice, "sold for, sold price, sale price"),
    (
      .location,
      """
      location, place, where, storage location, stored in, storage, kept in, room, rooms, \
      room name, area, ort, standort, lagerort, raum, zimmer, emplacement, \
      pièce, ubicación, habitación, stanza
      """
    ),
  ]

  /// Headings of places that contain other places.
  private static let outerPlaces: Set<String> = [
    "room", "rooms", "room name", "raum", "zimmer", "pièce", "habitación", "stanza",
  ]
  /// Headings of places inside another one.
  private static let innerPlaces: Set<String> = [
    "container", "box", "shelf", "cabinet", "cupboard", "drawer", "bin", "regal", "schrank",
    "kiste",
  ]

  private static let meanings: [String: (field: ItemField, rank: Int)] = {
    var meanings: [String: (field: ItemField, rank: Int)] = [:]
    for (field, names) in words {
      for (rank, name) in names.split(separator: ",").enumerated() {
        meanings[Heading(String(name), nil).key] = (field, rank)
      }
    }
    return meanings
  }()
}

/// The parts of a heading.
private struct Heading {
  /// The heading on one line.
  let name: String
  /// Its words in lower case, separated by spaces, without the currency.
  let key: String
  private(set) var currency: Currency?
  /// A sign that several currencies share, none of them the preferred one.
  private(set) var unclearSign: String?

  init(_ text: String, _ preferred: Currency?) {
    let line = CleanText.cleaned(text).text.split(whereSeparator: \.isWhitespace)
    name = line.joined(separator: " ")
    var words: [String] = []
    for word in name.split(whereSeparator: { " ()[]{}/_-.,:;#*?\"".contains($0) }) {
      let codes = Currency.codes(ofSign: String(word))
      if let known = Currency(code: String(word)) {
        currency = known
      } else if let preferred, codes.contains(preferred.code) {
        currency = preferred
      } else if codes.count == 1 {
        currency = Currency(code: codes[0])
      } else if codes.count > 1 {
        unclearSign = String(word)
      } else {
        words += Self.parts(word)
      }
    }
    // As in “Cost in USD”.
    if currency != nil, words.count > 1, words.last == "in" { words.removeLast() }
    // `TOP` is a currency code, but a column with only that name is not one of amounts.
    if words.isEmpty { words = [name.lowercased()] }
    key = words.joined(separator: " ")
  }

  /// `PurchaseDate` is two words; `SKU` is one.
  private static func parts(_ word: Substring) -> [String] {
    var parts: [String] = [""]
    var wasLower = false
    for character in word {
      if character.isUppercase, wasLower { parts.append("") }
      parts[parts.count - 1] += character.lowercased()
      wasLower = character.isLowercase
    }
    return parts
  }
}
