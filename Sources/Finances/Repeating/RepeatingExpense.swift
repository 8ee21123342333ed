import Household
import SQLite
import SyncProtocol
import Values

/// An expense or payment that comes again, such as the rent: what each new one of it says, and when
/// the next one comes. What was made of it before is an expense like any other.
package struct RepeatingExpense: Identifiable, Equatable, Sendable {
  package var row: Row
  package var money: ExpenseMoney

  package var id: RecordID { row.id }
  package var groupID: ZoneID { row.groupID }
  package var details: RepeatingDetails { row.details }

  package static let maxPerGroup = 100

  package static func find(
    _ id: RecordID, in connection: Connection
  ) throws -> RepeatingExpense? {
    guard let row = try Row.find(id, in: connection) else { return nil }
    return try RepeatingExpense(row, in: connection)
  }

  /// Those of a group, the next one first.
  package static func of(
    _ group: ZoneID, in connection: Connection
  ) throws -> [RepeatingExpense] {
    try Row.all(
      where: "groupID = ? ORDER BY nextOn IS NULL, nextOn, id LIMIT ?",
      [.text(group), .integer(Int64(maxPerGroup))], in: connection
    ).map { try RepeatingExpense($0, in: connection) }
  }

  package static func count(in group: ZoneID, _ connection: Connection) throws -> Int {
    let count = try connection.first(
      "SELECT count(*) FROM repeatingExpenses WHERE groupID = ?", .text(group)
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  package init(_ row: Row, in connection: Connection) throws {
    self.row = row
    money = try row.money(
      with: ExpensePart.of(row.id, in: row.groupID, below: .repeating, connection))
  }

  /// The row of the table, without what is below it.
  package struct Row: Record, Identifiable {
    package let id: RecordID
    package let groupID: ZoneID
    package var details: RepeatingDetails
    /// The day of the next one, `YYYY-MM-DD`; `nil` if there is none.
    package var nextOn: String?
    var kind: String
    var currency: String
    var amountMinor: Int64
    var mode: String
    /// Milliseconds since 1970.
    package let createdAt: Int64
    /// The account that entered it.
    package let createdBy: AccountID
  }
}

/// The details of what repeats, but for its amounts.
package struct RepeatingDetails: Equatable, Sendable {
  package var title: String
  package var note = ""
  package var place = ""
  package var categoryID: RecordID?
  /// `YYYY-MM-DD`: the day from which all others are counted.
  package var startsOn: String?
  package var everyCount: Int64 = 1
  package var everyUnit = RepeatSchedule.Unit.month
  /// `YYYY-MM-DD`: there is none behind this day; `nil` for no end.
  package var endsOn: String?
  /// While it is paused nothing is made, and what would have been due is left out.
  package var isPaused = false

  package init(title: String, startsOn: String?) {
    self.title = title
    self.startsOn = startsOn
  }

  /// What repeats from an expense on.
  package init(_ expense: ExpenseDetails) {
    self.init(title: expense.title, startsOn: expense.day)
    (note, place, categoryID) = (expense.note, expense.place, expense.categoryID)
  }

  /// The details of the one on a day.
  package func expense(on day: String?) -> ExpenseDetails {
    var details = ExpenseDetails(title: title, day: day)
    (details.note, details.place, details.categoryID) = (note, place, categoryID)
    return details
  }

  /// `nil` for a schedule that cannot be read.
  package var schedule: RepeatSchedule? {
    RepeatSchedule(from: startsOn.flatMap { CalendarDay($0) }, every: everyCount, everyUnit)
  }

  /// In the order in which a row is read.
  package static let fields: [RecordField<RepeatingDetails>] = [
    .name("title", \.title, "What it is for.", example: "Rent"),
    .lines("note", \.note, "Anything else."),
    .line("place", \.place, "Where it is."),
    .reference("categoryID", \.categoryID, "Its category in the group."),
    .day("startsOn", \.startsOn, "The day from which the others are counted."),
    .number(
      "everyCount", \.everyCount, RepeatSchedule.counts, standard: 1, "Every so many units.",
      example: 1),
    .choice(
      "everyUnit", \.everyUnit.asField, RepeatSchedule.Unit.allCases.map(\.rawValue),
      "Weeks, months or years."),
    .day("endsOn", \.endsOn, "There is none behind this day."),
    .flag("isPaused", \.isPaused, "Whether nothing is made for now."),
  ]
}

extension RepeatingExpense.Row: MoneyColumns {
  package static let sql = RecordSQL(
    "repeatingExpenses",
    ["id", "groupID"] + RepeatingDetails.fields.columns() + [
      "nextOn", "kind", "currency", "amountMinor", "mode", "createdAt", "createdBy",
    ])

  package var values: [Value] {
    [.text(id), .text(groupID)] + RepeatingDetails.fields.values(of: details) + [
      Value(nextOn), .text(kind), .text(currency), .integer(amountMinor), .text(mode),
      .integer(createdAt), .text(createdBy),
    ]
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    groupID = row.text()
    details = RepeatingDetails(title: row.text(), startsOn: nil)
    details.note = row.text()
    details.place = row.text()
    details.categoryID = row.optionalText()
    details.startsOn = row.optionalText()
    details.everyCount = row.integer(in: RepeatSchedule.counts)
    let unit = RepeatSchedule.Unit(rawValue: row.text())
    details.everyUnit = unit ?? .month
    details.endsOn = row.optionalText()
    // By a unit that a newer program wrote nothing is made, rather than by a guess.
    details.isPaused = row.bool() || unit == nil
    nextOn = row.optionalText()
    kind = row.text()
    currency = row.text()
    amountMinor = row.integer(in: ExpenseMoney.amounts)
    mode = row.text()
    createdAt = row.instant()
    createdBy = row.text()
  }

  init(
    id: RecordID, groupID: ZoneID, details: RepeatingDetails, money: ExpenseMoney,
    createdAt: Int64, createdBy: AccountID
  ) {
    (self.id, self.groupID, self.details) = (id, groupID, details)
    (kind, currency) = (money.kind.rawValue, money.currency)
    (amountMinor, mode) = (money.amountMinor, money.mode.rawValue)
    (self.createdAt, self.createdBy) = (createdAt, createdBy)
  }
}

extension RepeatingExpense {
  static let schema = TableSchema(
    "repeatingExpenses", in: [.group], zoneColumn: "groupID",
    registers: RepeatingDetails.fields.registers() + [
      .day("nextOn"), Expense.moneyRegister(below: .repeating),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
    ],
    references: [
      ReferenceSchema("categoryID", to: "expenseCategories", .nullify),
      ReferenceSchema(
        "memberID", to: "groupMembers", .revive(register: "isArchived", value: 1),
        inAggregate: "money", isInChild: true),
    ],
    authorRegisters: ["createdBy"], hasNaturalID: true)

  static let tableSQL = """
    CREATE TABLE repeatingExpenses (
      id TEXT PRIMARY KEY NOT NULL,
      \(GroupSQL.group),
      title TEXT NOT NULL,
      note TEXT NOT NULL DEFAULT '',
      place TEXT NOT NULL DEFAULT '',
      categoryID TEXT,
      startsOn TEXT CHECK (\(SQLShape.date("startsOn"))),
      everyCount INTEGER NOT NULL DEFAULT 1,
      everyUnit TEXT NOT NULL,
      endsOn TEXT CHECK (\(SQLShape.date("endsOn"))),
      isPaused INTEGER NOT NULL DEFAULT 0 CHECK (isPaused IN (0, 1)),
      nextOn TEXT CHECK (\(SQLShape.date("nextOn"))),
      kind TEXT NOT NULL,
      currency TEXT NOT NULL,
      amountMinor INTEGER NOT NULL,
      mode TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      UNIQUE (groupID, id),
      \(GroupSQL.reference("categoryID", "expenseCategories"))
    ) STRICT;
    -- What comes next in a group.
    CREATE INDEX repeatingByDay ON repeatingExpenses(groupID, nextOn, id);
    -- Checking that nothing refers to a deleted category.
    CREATE INDEX repeatingByCategory ON repeatingExpenses(groupID, categoryID)
      WHERE categoryID IS NOT NULL;
    \(ExpensePart.tableSQL(below: .repeating))
    """
}
