/// Everything in an inventory file, in neutral types and in the file's order.
///
/// Rows that could not be read completely are included, each with its problems. Nothing is dropped,
/// so that whoever imports the document can decide about them.
package struct ImportDocument: Equatable, Sendable {
  package var format: InventoryFormat
  /// Empty for formats without homes: everything goes to the home that the person chooses.
  package var homes: [ImportedHome] = []
  package var locations: [ImportedLocation] = []
  package var labels: [ImportedLabel] = []
  package var items: [ImportedItem] = []
  package var policies: [ImportedPolicy] = []
  /// Problems of the file as a whole.
  package var problems: [ImportProblem] = []
  /// The item fields that the file has a column for; the file says nothing about any other field.
  package var itemFields: Set<ItemField> = []
  /// How the columns of a table from an unknown program were read; empty for other formats.
  package var columns: [ImportedColumn] = []
  /// The number of rows without any filled cell; they are left out.
  package var blankRowCount = 0

  package init(format: InventoryFormat) {
    self.format = format
  }

  /// Whether the file holds nothing but headers.
  package var isEmpty: Bool {
    homes.isEmpty && locations.isEmpty && labels.isEmpty && items.isEmpty && policies.isEmpty
  }
}

/// The kinds of file that can be read.
package enum InventoryFormat: String, Equatable, Sendable {
  /// Homebox's CSV or TSV, both generations of its header.
  case homebox
  /// MovingBox's ZIP export.
  case movingBoxArchive
  /// MovingBox's `inventory.csv` on its own, both generations of its header.
  case movingBoxInventory
  /// A CSV or TSV that somebody has made, with columns of any names.
  case spreadsheet
}

/// A column, and the field it was read as.
package struct ImportedColumn: Equatable, Sendable {
  /// The name in the file, on one line.
  package let name: String
  /// `nil` if the column is kept as a custom field.
  package let field: ItemField?

  package init(name: String, field: ItemField?) {
    self.name = name
    self.field = field
  }
}

/// The typed fields of an item that a file can have a column for.
package enum ItemField: Int, CaseIterable, Equatable, Hashable, Sendable {
  case name, description, notes, quantity, unitPrice, replacementCost, purchaseDate, purchaseFrom
  case condition, serialNumber, modelNumber, manufacturer
  case warranty, warrantyExpires, isLifetimeWarranty, warrantyDetails
  case isArchived, isInsured, soldDate, soldTo, soldPrice, soldNotes
  case assetID, url, labels, location, home, reference, parent, photos, createdAt, currency
  case lastSeen
}

/// The position of a row: its file, or the entry of an archive, and its physical line from 1.
package struct SourceLine: Equatable, Hashable, Sendable {
  package let file: String
  package let line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

/// The identity of a row in the program it comes from, by which a later import finds it again.
package struct SourceReference: Equatable, Hashable, Sendable {
  package enum System: String, Equatable, Hashable, Sendable {
    /// `HB.import_ref`, chosen by people.
    case homeboxReference = "homebox-ref"
    /// The id in `HB.url`, chosen by Homebox.
    case homeboxID = "homebox-id"
    /// A lower-case UUID.
    case movingBox = "movingbox"
  }

  package let system: System
  package let key: String

  package init(system: System, key: String) {
    self.system = system
    self.key = key
  }
}

/// An amount of money in minor units (cents) of `currency`, an ISO 4217 code.
package struct ImportedAmount: Equatable, Hashable, Sendable {
  package let minor: Int64
  package let currency: String

  package init(minor: Int64, currency: String) {
    self.minor = minor
    self.currency = currency
  }
}

/// A photo in the archive that the document was read from; `ZipArchive` reads its bytes.
package struct ImportedPhoto: Equatable, Hashable, Sendable {
  package let entryIndex: Int
  package let entryName: String
  package let byteCount: Int

  package init(entryIndex: Int, entryName: String, byteCount: Int) {
    self.entryIndex = entryIndex
    self.entryName = entryName
    self.byteCount = byteCount
  }
}

/// A value without a typed field: the column's name, and the text in the file.
package struct ImportedField: Equatable, Hashable, Sendable {
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}
