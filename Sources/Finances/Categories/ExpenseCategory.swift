import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// What an expense was for. Each group has its own.
package struct ExpenseCategory: Category {
  package let id: RecordID
  package let zoneID: ZoneID
  package var details: CategoryDetails
  package var nameKey: String

  package var groupID: ZoneID { zoneID }

  package static let maxPerZone = 200
  package static let zoneColumn = "groupID"
  package static let sql = recordSQL("expenseCategories")

  package init(id: RecordID, zoneID: ZoneID, details: CategoryDetails) {
    self.id = id
    self.zoneID = zoneID
    self.details = details
    nameKey = NameKey.make(details.name)
  }

  package static func idSeed(_ nameKey: String) -> String { nameKey }
}

extension ExpenseCategory {
  static let schema = tableSchema(.group)

  static let tableSQL = tableSQL(GroupSQL.group)

  /// What a new group has.
  package static let defaults: [CategoryDetails] = {
    let named: [(String, String, PaletteColour)] = [
      ("Groceries", "🛒", .green), ("Eating out", "🍽️", .orange), ("Rent", "🏠", .blue),
      ("Power and water", "💡", .yellow), ("Household", "🧹", .teal), ("Travel", "🚆", .indigo),
      ("Going out", "🎟️", .purple), ("Health", "💊", .red), ("Gifts", "🎁", .pink),
    ]
    return named.map { CategoryDetails(name: $0.0, emoji: $0.1, colorIndex: $0.2.rawValue) }
  }()

  static func insertDefaults(into group: ZoneID, _ transaction: WriteTransaction) throws {
    for details in defaults {
      try ExpenseCategory(id: id(named: details.name, in: group), zoneID: group, details: details)
        .insert(in: transaction.connection)
    }
  }
}

/// Adds a category to a group.
package struct AddCategory: Sendable {
  package var groupID: ZoneID
  package var details: CategoryDetails

  package init(groupID: ZoneID, _ details: CategoryDetails) {
    self.groupID = groupID
    self.details = details
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ExpenseCategory {
    try transaction.requireWritable(group: groupID)
    return try ExpenseCategory.add(details, to: groupID, transaction)
  }
}

/// Changes the details of a category.
package struct EditCategory: Sendable {
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
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ExpenseCategory {
    let old = try ExpenseCategory.require(categoryID, in: transaction.connection)
    try transaction.requireWritable(group: old.groupID)
    return try old.change(to: details, from: base, in: transaction.connection)
  }
}

/// Deletes a category. Its expenses stay without one, and so does what repeats.
package struct DeleteCategory: Sendable {
  package var categoryID: RecordID

  package init(categoryID: RecordID) { self.categoryID = categoryID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    let category = try ExpenseCategory.require(categoryID, in: connection)
    try transaction.requireWritable(group: category.groupID)
    if isPlanted(.categoryKeptByExpenses) { return try category.delete(in: connection) }
    for table in ["expenses", "repeatingExpenses"] {
      try connection.execute(
        "UPDATE \(table) SET categoryID = NULL WHERE groupID = ? AND categoryID = ?",
        .text(category.groupID), .text(category.id))
    }
    try category.delete(in: connection)
  }
}
