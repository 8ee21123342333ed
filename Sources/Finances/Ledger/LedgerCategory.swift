import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// A category of a person's own, for what they spend and earn and for their shares of groups.
package struct LedgerCategory: Record, Identifiable {
  package let id: RecordID
  /// The personal zone.
  package let profileID: ZoneID
  package var details: CategoryDetails
  package var nameKey: String

  package static let maxPerPerson = 200

  package static let sql = RecordSQL(
    "ledgerCategories", ["id", "profileID"] + CategoryDetails.fields.columns() + ["nameKey"])

  package var values: [Value] {
    [.text(id), .text(profileID)] + CategoryDetails.fields.values(of: details) + [.text(nameKey)]
  }

  package init(id: RecordID, profileID: ZoneID, details: CategoryDetails) {
    self.id = id
    self.profileID = profileID
    self.details = details
    nameKey = NameKey.make(details.name)
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    profileID = row.text()
    details = CategoryDetails(name: row.text())
    details.emoji = row.text()
    details.colorIndex = row.int()
    nameKey = row.text()
  }

  /// The person's categories, by name.
  package static func own(in connection: Connection) throws -> [LedgerCategory] {
    try all(where: "true ORDER BY nameKey, id", [], in: connection)
  }

  /// The id of a category follows from its name, so that two devices that add it write one row.
  static func id(named name: String, of profile: ZoneID) -> RecordID {
    UUIDs.beside(profile, "ledger category: " + NameKey.make(name))
  }
}

extension LedgerCategory {
  static let schema = TableSchema(
    "ledgerCategories", in: [.personal], zoneColumn: "profileID",
    registers: CategoryDetails.fields.registers() + [.nameKey(of: "name")], hasNaturalID: true)

  static let tableSQL = """
    CREATE TABLE ledgerCategories (
      id TEXT PRIMARY KEY NOT NULL,
      \(LedgerSQL.owner),
      name TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      colorIndex INTEGER NOT NULL DEFAULT 0 CHECK (colorIndex BETWEEN 0 AND 11),
      nameKey TEXT NOT NULL,
      UNIQUE (profileID, id)
    ) STRICT;
    """

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
    let profile = try transaction.ownProfile()
    var check = InputCheck()
    let details = check.clean(details, CategoryDetails.fields)
    let others = try LedgerCategory.own(in: transaction.connection)
    if others.count >= LedgerCategory.maxPerPerson {
      check.fail(.name, .tooMany(max: LedgerCategory.maxPerPerson))
    }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let id = LedgerCategory.id(named: details.name, of: profile.id)
    let category = LedgerCategory(
      id: others.contains { $0.id == id } ? transaction.newID() : id, profileID: profile.id,
      details: details)
    if let other = others.first(where: { $0.nameKey == category.nameKey }) {
      throw FinanceFailure.nameTaken(other.id)
    }
    try category.insert(in: transaction.connection)
    return category
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
      let id = LedgerCategory.id(named: details.name, of: profile.id)
      // One that was renamed has the id of its first name.
      if try LedgerCategory.find(id, in: transaction.connection) != nil { continue }
      try LedgerCategory(id: id, profileID: profile.id, details: details)
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
    let connection = transaction.connection
    guard let old = try LedgerCategory.find(categoryID, in: connection) else {
      throw FinanceFailure.categoryNotFound
    }
    var check = InputCheck()
    let details = check.clean(details, CategoryDetails.fields)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    func with(_ details: CategoryDetails) -> LedgerCategory {
      LedgerCategory(id: old.id, profileID: old.profileID, details: details)
    }
    let (category, shown) = (with(details), base.map(with) ?? old)
    if category.nameKey != shown.nameKey,
      let other = try LedgerCategory.own(in: connection).first(where: {
        $0.id != old.id && $0.nameKey == category.nameKey
      })
    {
      throw FinanceFailure.nameTaken(other.id)
    }
    return try category.update(from: shown, over: old, in: connection)
  }
}

/// Deletes a category. What it was given to stays, without one; its budgets go with it.
package struct DeleteLedgerCategory: Sendable {
  package var categoryID: RecordID

  package init(categoryID: RecordID) { self.categoryID = categoryID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerCategory {
    let connection = transaction.connection
    guard let category = try LedgerCategory.find(categoryID, in: connection) else {
      throw FinanceFailure.categoryNotFound
    }
    let condition = "WHERE profileID = ? AND categoryID = ?"
    let place: [Value] = [.text(category.profileID), .text(category.id)]
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
