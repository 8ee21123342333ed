import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// What an expense was for, such as groceries. Each group has its own.
package struct ExpenseCategory: Record, Identifiable {
  package let id: RecordID
  package let groupID: ZoneID
  package var details: CategoryDetails
  package var nameKey: String

  package static let maxPerGroup = 200

  package static let sql = RecordSQL(
    "expenseCategories", ["id", "groupID"] + CategoryDetails.fields.columns() + ["nameKey"])

  package var values: [Value] {
    [.text(id), .text(groupID)] + CategoryDetails.fields.values(of: details) + [.text(nameKey)]
  }

  package init(id: RecordID, groupID: ZoneID, details: CategoryDetails) {
    self.id = id
    self.groupID = groupID
    self.details = details
    nameKey = NameKey.make(details.name)
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    groupID = row.text()
    details = CategoryDetails(name: row.text())
    details.emoji = row.text()
    details.colorIndex = row.int()
    nameKey = row.text()
  }

  /// The categories of a group by name.
  package static func of(_ group: ZoneID, in connection: Connection) throws -> [ExpenseCategory] {
    try all(where: "groupID = ? ORDER BY nameKey, id", [.text(group)], in: connection)
  }
}

/// The details of a category that people enter.
package struct CategoryDetails: Equatable, Sendable {
  package var name: String
  /// Empty, or one emoji.
  package var emoji = ""
  /// A `PaletteColour`, 0–11.
  package var colorIndex = 0

  package init(name: String, emoji: String = "", colorIndex: Int = 0) {
    self.name = name
    self.emoji = emoji
    self.colorIndex = colorIndex
  }

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<CategoryDetails>] = [
    .name("name", \.name, "What it is called.", example: "Groceries"),
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🛒"),
    .number(
      "colorIndex", \.colorIndex.asField, 0...11, standard: 0, "One of 12 colours.", example: 3),
  ]
}

extension ExpenseCategory {
  static let schema = TableSchema(
    "expenseCategories", in: [.group], zoneColumn: "groupID",
    registers: CategoryDetails.fields.registers() + [.nameKey(of: "name")], hasNaturalID: true)

  static let tableSQL = """
    CREATE TABLE expenseCategories (
      id TEXT PRIMARY KEY NOT NULL,
      \(GroupSQL.group),
      name TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      colorIndex INTEGER NOT NULL DEFAULT 0 CHECK (colorIndex BETWEEN 0 AND 11),
      nameKey TEXT NOT NULL,
      UNIQUE (groupID, id)
    ) STRICT;
    """

  /// What a new group has.
  package static let defaults: [CategoryDetails] = {
    let named: [(String, String, PaletteColour)] = [
      ("Groceries", "🛒", .green), ("Eating out", "🍽️", .orange), ("Rent", "🏠", .blue),
      ("Power and water", "💡", .yellow), ("Household", "🧹", .teal), ("Travel", "🚆", .indigo),
      ("Going out", "🎟️", .purple), ("Health", "💊", .red), ("Gifts", "🎁", .pink),
    ]
    return named.map { CategoryDetails(name: $0.0, emoji: $0.1, colorIndex: $0.2.rawValue) }
  }()

  /// The id of a category follows from group and name, so that two people who add it write one row.
  package static func id(named name: String, in group: ZoneID) -> RecordID {
    UUIDs.beside(group, NameKey.make(name))
  }

  static func insertDefaults(into group: ZoneID, _ transaction: WriteTransaction) throws {
    for details in defaults {
      try ExpenseCategory(id: id(named: details.name, in: group), groupID: group, details: details)
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
    var check = InputCheck()
    let details = check.clean(details, CategoryDetails.fields)
    let others = try ExpenseCategory.of(groupID, in: transaction.connection)
    if others.count >= ExpenseCategory.maxPerGroup {
      check.fail(.name, .tooMany(max: ExpenseCategory.maxPerGroup))
    }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let id = ExpenseCategory.id(named: details.name, in: groupID)
    let category = ExpenseCategory(
      id: others.contains { $0.id == id } ? transaction.newID() : id, groupID: groupID,
      details: details)
    if let other = others.first(where: { $0.nameKey == category.nameKey }) {
      throw FinanceFailure.nameTaken(other.id)
    }
    try category.insert(in: transaction.connection)
    return category
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
    let connection = transaction.connection
    guard let old = try ExpenseCategory.find(categoryID, in: connection) else {
      throw FinanceFailure.categoryNotFound
    }
    try transaction.requireWritable(group: old.groupID)
    var check = InputCheck()
    let details = check.clean(details, CategoryDetails.fields)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    func with(_ details: CategoryDetails) -> ExpenseCategory {
      ExpenseCategory(id: old.id, groupID: old.groupID, details: details)
    }
    let (category, shown) = (with(details), base.map(with) ?? old)
    if category.nameKey != shown.nameKey,
      let other = try ExpenseCategory.of(old.groupID, in: connection).first(where: {
        $0.id != old.id && $0.nameKey == category.nameKey
      })
    {
      throw FinanceFailure.nameTaken(other.id)
    }
    return try category.update(from: shown, over: old, in: connection)
  }
}

/// Deletes a category. Its expenses stay without one, and so does what repeats.
package struct DeleteCategory: Sendable {
  package var categoryID: RecordID

  package init(categoryID: RecordID) { self.categoryID = categoryID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard let category = try ExpenseCategory.find(categoryID, in: connection) else {
      throw FinanceFailure.categoryNotFound
    }
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
