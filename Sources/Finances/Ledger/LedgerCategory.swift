import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// A category of a person's own, for what they spend and earn and for their shares of groups.
package struct LedgerCategory: Category {
  package let id: RecordID
  /// The personal zone.
  package let zoneID: ZoneID
  package var details: CategoryDetails
  package var nameKey: String

  package static let maxPerZone = 200
  package static let zoneColumn = "profileID"
  package static let sql = recordSQL("ledgerCategories")

  package init(id: RecordID, zoneID: ZoneID, details: CategoryDetails) {
    self.id = id
    self.zoneID = zoneID
    self.details = details
    nameKey = NameKey.make(details.name)
  }

  package static func idSeed(_ nameKey: String) -> String { "ledger category: " + nameKey }

  /// The person's categories, by name.
  package static func own(in connection: Connection) throws -> [LedgerCategory] {
    try all(where: "true ORDER BY nameKey, id", [], in: connection)
  }
}

extension LedgerCategory {
  static let schema = tableSchema(.personal)

  static let tableSQL = tableSQL(LedgerSQL.owner)

  /// Throws the problem with a reference to a category.
  static func check(
    _ id: RecordID?, _ check: inout InputCheck, _ connection: Connection
  ) throws {
    guard let id, try find(id, in: connection) == nil else { return }
    check.fail(.categoryID, .notInThisHome)
  }
}

/// Adds a category to a person's own.
package struct AddLedgerCategory: Sendable {
  package var details: CategoryDetails

  package init(_ details: CategoryDetails) { self.details = details }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerCategory {
    try LedgerCategory.add(details, to: transaction.ownProfile().id, transaction)
  }
}

/// Adds the usual categories, but for those that are there by name.
package struct AddUsualLedgerCategories: Sendable {
  package init() {}

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let profile = try transaction.ownProfile()
    let known = Set(try LedgerCategory.own(in: transaction.connection).map(\.nameKey))
    let salary = CategoryDetails(
      name: "Salary", emoji: "💼", colorIndex: PaletteColour.green.rawValue)
    for details in ExpenseCategory.defaults + [salary]
    where !known.contains(NameKey.make(details.name)) {
      let id = LedgerCategory.id(named: details.name, in: profile.id)
      // One that was renamed has the id of its first name.
      if try LedgerCategory.find(id, in: transaction.connection) != nil { continue }
      try LedgerCategory(id: id, zoneID: profile.id, details: details)
        .insert(in: transaction.connection)
    }
  }
}

/// Changes the details of a person's own category.
package struct EditLedgerCategory: Sendable {
  package var categoryID: RecordID
  package var details: CategoryDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the category as it is now.
  package var base: CategoryDetails?

  package init(categoryID: RecordID, details: CategoryDetails, base: CategoryDetails? = nil) {
    self.categoryID = categoryID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerCategory {
    try LedgerCategory.require(categoryID, in: transaction.connection)
      .change(to: details, from: base, in: transaction.connection)
  }
}

/// Deletes a category. What it was given to stays, without one; its budgets go with it.
package struct DeleteLedgerCategory: Sendable {
  package var categoryID: RecordID

  package init(categoryID: RecordID) { self.categoryID = categoryID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerCategory {
    let connection = transaction.connection
    let category = try LedgerCategory.require(categoryID, in: connection)
    let condition = "WHERE profileID = ? AND categoryID = ?"
    let place: [Value] = [.text(category.zoneID), .text(category.id)]
    for table in ["ledgerEntries", "ledgerNotes"] {
      try connection.execute("UPDATE \(table) SET categoryID = NULL \(condition)", place)
    }
    try connection.execute("DELETE FROM ledgerBudgets \(condition)", place)
    try category.delete(in: connection)
    return category
  }
}

extension WriteTransaction {
  /// The author's own settings, whose zone a ledger is in.
  func ownProfile() throws -> Profile {
    guard let profile = try Profile.own(in: connection) else {
      throw UseCaseFailure.profileMissing
    }
    return profile
  }
}
