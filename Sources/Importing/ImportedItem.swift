/// One item of the file. Texts are empty and values `nil` where the file has none.
package struct ImportedItem: Equatable, Sendable {
  package var source: SourceLine
  package var reference: SourceReference?
  package var name = ""
  package var description = ""
  package var notes = ""
  /// A whole number, zero or more.
  package var quantity: Int?
  /// Price of one piece. Both programs write `0` for an unknown price, which is `nil` here.
  package var unitPrice: ImportedAmount?
  package var replacementCost: ImportedAmount?
  /// The ISO 4217 code that a column gives for all amounts of the row; `nil` if there is none.
  package var currency: String?
  /// `YYYY-MM-DD`, like every date of a document.
  package var purchaseDate: String?
  package var purchaseFrom = ""
  package var condition = ""
  package var serialNumber = ""
  package var modelNumber = ""
  package var manufacturer = ""
  package var warranty: ImportedWarranty?
  package var isArchived: Bool?
  package var isInsured: Bool?
  package var sale: ImportedSale?
  package var lastSeenOn: String?
  /// `000-001` from Homebox; from other programs the text as it is.
  package var assetID = ""
  package var url = ""
  /// What only Hearth's own columns say, by the item's register.
  package var values: [String: ImportedValue] = [:]
  package var customFields: [ImportedField] = []
  package var labelNames: [String] = []
  /// From the outermost place inwards; empty if the item is in no particular place.
  package var locationPath: [String] = []
  /// Index into the document's locations.
  package var locationIndex: Int?
  /// Index into the document's homes; `nil` for the home that the person chooses.
  package var homeIndex: Int?
  /// The reference of the item that this one is part of.
  package var parentReference: SourceReference?
  package var photos: [ImportedPhoto] = []
  /// Milliseconds since 1970, UTC.
  package var createdAtMilliseconds: Int64?
  package var problems: [ImportProblem] = []

  package init(source: SourceLine) {
    self.source = source
  }

  /// Whether the row must be corrected before it can be imported.
  package var needsFixing: Bool { problems.contains(where: \.isBlocking) }
}

/// The content of one of Hearth's own columns.
package enum ImportedValue: Equatable, Sendable {
  case text(String)
  case number(Int)
  case amount(ImportedAmount)
}

/// What the file says about a warranty.
package struct ImportedWarranty: Equatable, Sendable {
  /// Whether the file says that there is a warranty; `nil` if it has no such column.
  package var isCovered: Bool?
  package var expires: String?
  package var isLifetime: Bool?
  package var details = ""

  package init(
    isCovered: Bool? = nil, expires: String? = nil, isLifetime: Bool? = nil, details: String = ""
  ) {
    self.isCovered = isCovered
    self.expires = expires
    self.isLifetime = isLifetime
    self.details = details
  }
}

/// What the file says about an item that was sold.
package struct ImportedSale: Equatable, Sendable {
  package var date: String?
  package var to = ""
  package var price: ImportedAmount?
  package var notes = ""

  package init(
    date: String? = nil, to: String = "", price: ImportedAmount? = nil, notes: String = ""
  ) {
    self.date = date
    self.to = to
    self.price = price
    self.notes = notes
  }
}
