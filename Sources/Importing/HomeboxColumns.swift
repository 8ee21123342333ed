/// Finds the columns of a Homebox table, in any order, by their old or new names.
struct HomeboxColumns {
  static let prefix = "HB."
  static let customPrefix = "HB.field."

  /// The headers up to Homebox 0.22, and their present names.
  private static let aliases = [
    "HB.labels": "HB.tags", "HB.purchase_time": "HB.purchase_date",
    "HB.sold_time": "HB.sold_date",
  ]

  private static let fields: [(name: String, field: ItemField)] = [
    ("HB.name", .name), ("HB.description", .description), ("HB.notes", .notes),
    ("HB.quantity", .quantity), ("HB.purchase_price", .unitPrice),
    ("HB.purchase_date", .purchaseDate), ("HB.purchase_from", .purchaseFrom),
    ("HB.serial_number", .serialNumber), ("HB.model_number", .modelNumber),
    ("HB.manufacturer", .manufacturer), ("HB.warranty_expires", .warrantyExpires),
    ("HB.lifetime_warranty", .isLifetimeWarranty), ("HB.warranty_details", .warrantyDetails),
    ("HB.archived", .isArchived), ("HB.insured", .isInsured), ("HB.sold_date", .soldDate),
    ("HB.sold_to", .soldTo), ("HB.sold_price", .soldPrice), ("HB.sold_notes", .soldNotes),
    ("HB.asset_id", .assetID), ("HB.url", .url), ("HB.tags", .labels),
    ("HB.location", .location), ("HB.import_ref", .reference),
    ("HB.parent_import_ref", .parent),
  ]

  /// By the field's raw value, for speed: rows look up every column.
  private var indexes = [Int?](repeating: nil, count: ItemField.allCases.count)
  /// The columns that only Hearth writes, by the item's register.
  let hearths: [String: Int]
  /// Columns without a typed field, with the name of their custom field.
  let custom: [(index: Int, name: String)]
  /// Columns that do not begin with `HB.field.`, but are kept nevertheless.
  let unknown: [Int]
  /// The column of each row's currency; it is in ``custom`` as well.
  let currency: Int?
  /// Whether Hearth wrote the table: it has Hearth's columns, and none that only Homebox writes.
  /// Older tables have only the currency, and no other custom field.
  let isHearths: Bool

  init(header: [String]) {
    var custom: [(index: Int, name: String)] = []
    var unknown: [Int] = []
    var hearths: [String: Int] = [:]
    var hasHearths = false
    for (index, name) in header.enumerated() {
      let key = Self.key(name)
      if let field = Self.fields.first(where: { $0.name == key })?.field {
        indexes[field.rawValue] = index
      } else if name.hasPrefix(Self.customPrefix) {
        let own = CleanText.cleaned(String(name.dropFirst(Self.customPrefix.count))).text
        let column = HearthColumn.all.first { $0.name == own }
        if let column, column.kind != .currency {
          if let field = column.field { indexes[field.rawValue] = index }
          hearths[column.register] = index
          hasHearths = true
        } else {
          custom.append((index, HearthColumn.fieldName(own)))
        }
      } else {
        custom.append((index, CleanText.trimmed(CleanText.cleaned(name).text)))
        if !CleanText.trimmed(name).isEmpty { unknown.append(index) }
      }
    }
    self.hearths = hearths
    self.custom = custom
    self.unknown = unknown
    currency = header.firstIndex { CleanText.trimmed($0) == HearthColumn.currencyHeader }
    let isHomebox = indexes[ItemField.parent.rawValue] != nil
    isHearths = currency != nil && !isHomebox && (hasHearths || custom.count == 1)
  }

  subscript(_ field: ItemField) -> Int? { indexes[field.rawValue] }

  var itemFields: Set<ItemField> { Set(ItemField.allCases.filter { self[$0] != nil }) }

  /// The key of a column: the present name for an old header, and the exact name for a custom
  /// field.
  static func key(_ name: String) -> String {
    let trimmed = CleanText.trimmed(name)
    if trimmed.hasPrefix(customPrefix) { return name }
    return aliases[trimmed] ?? trimmed
  }

  /// Whether only Homebox writes such a header.
  static func matches(_ header: [String]) -> Bool {
    header.contains { CleanText.trimmed($0).hasPrefix(prefix) }
  }
}
