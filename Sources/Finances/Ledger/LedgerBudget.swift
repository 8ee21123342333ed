import Household
import Rates
import Replica
import SQLite
import SyncProtocol
import Values

/// What a person means to spend in a month, on a category or in all: one row of `ledgerBudgets`.
///
/// It holds from its month on, until a later one of the same category, or in its month alone.
package struct LedgerBudget: Record, Identifiable {
  package let id: RecordID
  /// The personal zone.
  package let profileID: ZoneID
  /// `nil` for all that is spent.
  package var categoryID: RecordID?
  /// The first day of its month.
  package var day: String
  /// Zero for none from then on.
  package var amountMinor: Int64
  package var currency: String
  /// Whether it is for its month alone.
  package var isOnce: Bool

  /// The most of one person.
  package static let maxPerPerson = 5000

  package static let sql = RecordSQL(
    "ledgerBudgets",
    ["id", "profileID", "categoryID", "day", "amountMinor", "currency", "isOnce"])

  package var values: [Value] {
    [
      .text(id), .text(profileID), Value(categoryID), .text(day), .integer(amountMinor),
      .text(currency), Value(isOnce),
    ]
  }

  init(
    id: RecordID, profileID: ZoneID, categoryID: RecordID?, day: String, amountMinor: Int64,
    currency: String, isOnce: Bool
  ) {
    self.id = id
    self.profileID = profileID
    self.categoryID = categoryID
    self.day = day
    self.amountMinor = amountMinor
    self.currency = currency
    self.isOnce = isOnce
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    profileID = row.text()
    categoryID = row.optionalText()
    day = row.text()
    amountMinor = row.integer(in: MoneyLimit.minor)
    currency = row.text()
    isOnce = row.bool()
  }

  /// The person's budgets, the earliest first.
  package static func own(in connection: Connection) throws -> [LedgerBudget] {
    try all(where: "true ORDER BY day, isOnce, id", [], in: connection)
  }

  /// The budgets that hold in a month, by category; that of all that is spent under "".
  package static func holding(
    in month: LedgerMonth, _ connection: Connection
  ) throws -> [RecordID: LedgerBudget] {
    let rows = try all(
      where: "day <= ? AND (isOnce = 0 OR day = ?) ORDER BY day, isOnce, id",
      [.text(month.firstDay), .text(month.firstDay)], in: connection)
    var holding: [RecordID: LedgerBudget] = [:]
    for row in rows where !row.isOnce || !isPlanted(.onceBudgetIgnored) {
      holding[row.categoryID ?? ""] = row
    }
    return holding.filter { $0.value.amountMinor > 0 }
  }

  /// What it is in another currency, by the rate of the first day of a month; without one, in its
  /// own.
  package func amount(
    in currency: String, _ month: LedgerMonth, _ bank: RateTable?, _ connection: Connection
  ) throws -> Amount {
    let minor = try CalendarDay(month.firstDay).flatMap {
      try GroupRates(of: nil, bank: bank, in: connection)
        .convert(amountMinor, self.currency, to: currency, on: $0)
    }
    return minor.map { Amount(minor: $0, currency: currency) }
      ?? Amount(minor: amountMinor, currency: self.currency)
  }

  /// An amount with its currency, in minor units.
  package struct Amount: Equatable, Sendable {
    package var minor: Int64
    package var currency: String
  }
}

extension LedgerBudget {
  static let schema = TableSchema(
    "ledgerBudgets", in: [.personal], zoneColumn: "profileID",
    registers: [
      .optionalText("categoryID", .id),
      RegisterSchema(.text("day", maxBytes: TextLimit.date.maxBytes, form: .day)),
      .integer("amountMinor", MoneyLimit.minor),
      .currency("currency"),
      .flag("isOnce"),
    ],
    references: [ReferenceSchema("categoryID", to: "ledgerCategories", .contained)],
    hasNaturalID: true)

  static let tableSQL = """
    CREATE TABLE ledgerBudgets (
      id TEXT PRIMARY KEY NOT NULL,
      \(LedgerSQL.owner),
      categoryID TEXT,
      day TEXT NOT NULL CHECK (\(SQLShape.date("day"))),
      amountMinor INTEGER NOT NULL,
      currency TEXT NOT NULL,
      isOnce INTEGER NOT NULL DEFAULT 0 CHECK (isOnce IN (0, 1)),
      \(LedgerSQL.category)
    ) STRICT;
    -- Checking that nothing refers to a deleted category.
    CREATE INDEX ledgerBudgetsByCategory ON ledgerBudgets(profileID, categoryID);
    """
}

/// Sets what a person means to spend in a month. Zero ends a budget.
package struct SetLedgerBudget: Sendable {
  /// `nil` for all that is spent.
  package var categoryID: RecordID?
  package var month: LedgerMonth
  package var amountMinor: Int64
  package var currency: String
  package var isOnce: Bool

  package init(
    categoryID: RecordID?, month: LedgerMonth, amountMinor: Int64, currency: String,
    isOnce: Bool = false
  ) {
    self.categoryID = categoryID
    self.month = month
    self.amountMinor = amountMinor
    self.currency = currency
    self.isOnce = isOnce
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerBudget {
    let connection = transaction.connection
    let profile = try transaction.ownProfile()
    var check = InputCheck()
    check.amount(amountMinor, .amountMinor)
    let currency = check.currency(currency)
    try LedgerCategory.check(categoryID, &check, connection)
    let id = id(of: profile)
    let old = try LedgerBudget.find(id, in: connection)
    let count = try connection.first("SELECT count(*) FROM ledgerBudgets") { $0.integer(0) } ?? 0
    if old == nil, count >= Int64(LedgerBudget.maxPerPerson) {
      check.fail(.amountMinor, .tooMany(max: LedgerBudget.maxPerPerson))
    }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let budget = LedgerBudget(
      id: id, profileID: profile.id, categoryID: categoryID, day: month.firstDay,
      amountMinor: amountMinor, currency: currency, isOnce: isOnce)
    if let old {
      try budget.update(from: old, in: connection)
    } else {
      try budget.insert(in: connection)
    }
    return budget
  }

  /// What is stored for the category and month; `nil` for nothing.
  func stored(in transaction: WriteTransaction) throws -> LedgerBudget? {
    try LedgerBudget.find(id(of: transaction.ownProfile()), in: transaction.connection)
  }

  /// One of a category and month, whoever writes it first.
  private func id(of profile: Profile) -> RecordID {
    UUIDs.beside(
      profile.id, "budget: \(categoryID ?? "") \(month.firstDay) \(isOnce ? "once" : "on")")
  }
}

/// A month of a ledger.
package struct LedgerMonth: Equatable, Hashable, Comparable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int

  /// `nil` for a month that no calendar has, or of a year that no day can be stored for.
  package init?(year: Int, month: Int) {
    guard (1000...9999).contains(year), (1...12).contains(month) else { return nil }
    (self.year, self.month) = (year, month)
  }

  /// Reads `YYYY-MM`.
  package init?(_ text: String) {
    guard text.utf8.count == 7, let day = CalendarDay(text + "-01") else { return nil }
    self.init(year: day.year, month: day.month)
  }

  /// The month of a day; years beyond those that can be stored are brought into them.
  package init(of day: CalendarDay) {
    year = min(9999, max(1000, day.year))
    month = min(12, max(1, day.month))
  }

  package var firstDay: String { CalendarDay(year: year, month: month, day: 1).text }
  /// `YYYY-MM`.
  package var text: String { String(firstDay.prefix(7)) }
  package var next: LedgerMonth? {
    month == 12
      ? LedgerMonth(year: year + 1, month: 1) : LedgerMonth(year: year, month: month + 1)
  }
  package var previous: LedgerMonth? {
    month == 1
      ? LedgerMonth(year: year - 1, month: 12) : LedgerMonth(year: year, month: month - 1)
  }

  package static func < (left: LedgerMonth, right: LedgerMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}
