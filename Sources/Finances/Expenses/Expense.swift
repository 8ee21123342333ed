import Household
import SQLite
import SyncProtocol

/// An expense of a group, or a payment between two of its members.
package struct Expense: Identifiable, Equatable, Sendable {
  package var row: Row
  package var money: ExpenseMoney

  package var id: RecordID { row.id }
  package var groupID: ZoneID { row.groupID }
  package var details: ExpenseDetails { row.details }

  package static func find(_ id: RecordID, in connection: Connection) throws -> Expense? {
    guard let row = try Row.find(id, in: connection) else { return nil }
    return try Expense(row, in: connection)
  }

  package init(_ row: Row, in connection: Connection) throws {
    self.row = row
    money = try row.money(with: ExpensePart.of(row.id, in: row.groupID, connection))
  }

  /// The row of the table, without what is below it.
  package struct Row: Record, Identifiable {
    package let id: RecordID
    package let groupID: ZoneID
    package var details: ExpenseDetails
    var kind: String
    package var currency: String
    package var amountMinor: Int64
    var mode: String
    /// Milliseconds since 1970.
    package let createdAt: Int64
    /// The account that entered it.
    package let createdBy: AccountID
    /// The program it was imported from, and its id there.
    package var importSource: String?
    package var importRef: String?
    /// What it is one of, if it was made by itself; that may be gone.
    package var repeatingID: RecordID?
    /// Which of those who made it at the same time was first: another text for each.
    package var madeBy: String?
  }
}

/// The details of an expense that people enter, but for its amounts.
package struct ExpenseDetails: Equatable, Sendable {
  package var title: String
  /// `YYYY-MM-DD`, as it was where it was paid (D-GRP-8). Every stored expense has one.
  package var day: String?
  package var note = ""
  package var place = ""
  package var categoryID: RecordID?

  package init(title: String, day: String?) {
    self.title = title
    self.day = day
  }

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<ExpenseDetails>] = [
    .name("title", \.title, "What it was for.", example: "Groceries"),
    .day("day", \.day, "The day on which it was paid."),
    .lines("note", \.note, "Anything else."),
    .line("place", \.place, "Where it was."),
    .reference("categoryID", \.categoryID, "Its category in the group."),
  ]

  /// What is typed: of two people who change it without the hub, the second is shown both versions.
  /// The category is chosen, and the hub itself changes it when one is deleted.
  package static let guarded: Set<String> = ["title", "day", "note", "place"]
}

extension Expense.Row: MoneyColumns {
  package static let sql = RecordSQL(
    "expenses",
    ["id", "groupID"] + ExpenseDetails.fields.columns() + [
      "kind", "currency", "amountMinor", "mode", "createdAt", "createdBy", "importSource",
      "importRef", "repeatingID", "madeBy",
    ])

  package var values: [Value] {
    [.text(id), .text(groupID)] + ExpenseDetails.fields.values(of: details) + [
      .text(kind), .text(currency), .integer(amountMinor), .text(mode), .integer(createdAt),
      .text(createdBy), Value(importSource), Value(importRef), Value(repeatingID),
      Value(madeBy),
    ]
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    groupID = row.text()
    details = ExpenseDetails(title: row.text(), day: row.optionalText())
    details.note = row.text()
    details.place = row.text()
    details.categoryID = row.optionalText()
    kind = row.text()
    currency = row.text()
    amountMinor = row.integer(in: ExpenseMoney.amounts)
    mode = row.text()
    createdAt = row.instant()
    createdBy = row.text()
    importSource = row.optionalText()
    importRef = row.optionalText()
    repeatingID = row.optionalText()
    madeBy = row.optionalText()
  }

  init(
    id: RecordID, groupID: ZoneID, details: ExpenseDetails, money: ExpenseMoney,
    createdAt: Int64, createdBy: AccountID
  ) {
    (self.id, self.groupID, self.details) = (id, groupID, details)
    (kind, currency) = (money.kind.rawValue, money.currency)
    (amountMinor, mode) = (money.amountMinor, money.mode.rawValue)
    (self.createdAt, self.createdBy) = (createdAt, createdBy)
  }
}

extension Expense {
  static let schema = TableSchema(
    "expenses", in: [.group], zoneColumn: "groupID",
    // A list by day has a place for each.
    registers: ExpenseDetails.fields.filter { $0.name != "day" }.map {
      ExpenseDetails.guarded.contains($0.name) ? $0.register.guarded : $0.register
    } + [
      RegisterSchema(.text("day", maxBytes: TextLimit.date.maxBytes, form: .day)).guarded,
      moneyRegister(below: .expense),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
      .optionalText("importSource", .importSource),
      .optionalText("importRef", .importRef),
      // Of what repeats; it may be gone.
      .text("repeatingID", .id, isNullable: true, rule: .appendOnly),
      .text("madeBy", .id, isNullable: true, rule: .firstWriter),
    ],
    references: [
      ReferenceSchema("categoryID", to: "expenseCategories", .nullify),
      ReferenceSchema(
        "memberID", to: "groupMembers", .revive(register: "isArchived", value: 1),
        inAggregate: "money", isInChild: true),
    ],
    authorRegisters: ["createdBy"], authorReference: ("repeatingID", "repeatingExpenses"),
    hasNaturalID: true)

  /// The amounts, as one register.
  static func moneyRegister(below: ExpensePart.Below) -> RegisterSchema {
    RegisterSchema(
      aggregate: "money",
      columns: [
        .text(
          "kind", maxBytes: TextLimit.choice.maxBytes,
          choices: Set(ExpenseMoney.Kind.allCases.map(\.rawValue))),
        .text("currency", maxBytes: TextLimit.currency.maxBytes, form: .currencyCode),
        .integer("amountMinor", ExpenseMoney.amounts),
        .text(
          "mode", maxBytes: TextLimit.choice.maxBytes,
          choices: Set(ExpenseMoney.Mode.allCases.map(\.rawValue))),
      ],
      child: ExpensePart.child(below: below), join: ExpenseMoney.join(below: below),
      validate: ExpenseMoney.check(below: below))
  }

  static let tableSQL = """
    CREATE TABLE expenses (
      id TEXT PRIMARY KEY NOT NULL,
      \(GroupSQL.group),
      title TEXT NOT NULL,
      day TEXT NOT NULL CHECK (\(SQLShape.date("day"))),
      note TEXT NOT NULL DEFAULT '',
      place TEXT NOT NULL DEFAULT '',
      categoryID TEXT,
      kind TEXT NOT NULL,
      currency TEXT NOT NULL,
      amountMinor INTEGER NOT NULL,
      mode TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      importSource TEXT,
      importRef TEXT,
      repeatingID TEXT,
      madeBy TEXT,
      UNIQUE (groupID, id),
      \(GroupSQL.reference("categoryID", "expenseCategories"))
    ) STRICT;
    -- The list of a group, latest first.
    CREATE INDEX expensesByDay ON expenses(groupID, day DESC, createdAt DESC, id);
    -- The same in one currency.
    CREATE INDEX expensesByCurrency ON expenses(groupID, currency, day DESC, createdAt DESC, id);
    -- What was entered since somebody looked.
    CREATE INDEX expensesByEntry ON expenses(groupID, createdAt);
    -- What a category is used for, and checking that nothing refers to a deleted one.
    CREATE INDEX expensesByCategory
      ON expenses(groupID, categoryID, day DESC, createdAt DESC, id);
    -- What an import has brought before.
    CREATE INDEX expensesByImport ON expenses(groupID, importSource, importRef)
      WHERE importRef IS NOT NULL;
    """
}
