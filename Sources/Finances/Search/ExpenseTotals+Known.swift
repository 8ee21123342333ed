import Household
import SQLite
import SyncProtocol
import Values

// Sums that are kept beside the expenses, for lists that are too long to be added up one by one.
extension ExpenseTotals {
  /// A list of at most this many expenses is added up, whatever is kept.
  private static let maxCounted = 500
  /// The most expenses of a list that are added up.
  package static let maxListed = 2000

  /// What a list comes to: added up where it is short, from the sums that are kept where these know
  /// it, and otherwise that of the latest.
  package init(
    ofList filter: ExpenseList.Filter, in group: ZoneID, own: RecordID?, about member: RecordID?,
    _ connection: Connection
  ) throws {
    try self.init(
      of: .matching(filter), in: group, own: own, about: member, limit: Self.maxCounted, connection)
    try takeKnown(
      of: filter, in: group, own: own, about: member, limit: Self.maxListed, connection)
    guard !isWhole else { return }
    self = try ExpenseTotals(
      of: .matching(filter), in: group, own: own, about: member, limit: Self.maxListed, connection)
  }

  /// Takes the sums of a filter from those that are kept, if it was not added up as a whole and
  /// they know it: for months of a currency, a category or a member. Of a member only
  /// ``Sums/about`` is known then, as far as the filter asks for it. Counts stay those of the
  /// expenses that were added up.
  ///
  /// - Parameters:
  ///   - own: the member whose part is told.
  ///   - member: the member that is asked about, who is the only one in the filter.
  ///   - limit: at most this many payments are added up, which are kept by no month.
  package mutating func takeKnown(
    of filter: ExpenseList.Filter, in group: ZoneID, own: RecordID?, about member: RecordID?,
    limit: Int, _ connection: Connection
  ) throws {
    let people = [filter.memberID, filter.payerID, filter.sharerID].compactMap(\.self)
    let isOfCategory = filter.categoryID != nil || filter.isWithoutCategory
    guard !isWhole, filter.search.isEmpty, filter.clauses.isEmpty, people.count <= 1,
      people.first == member, let months = Months(filter.days),
      // What somebody has paid is kept by month, and not by category.
      !isOfCategory || member == nil || filter.sharerID != nil
    else { return }
    var known = self
    known.currencies = [:]
    if filter.isPayment != false {
      var payments = filter
      payments.isPayment = true
      let paid = try ExpenseTotals(
        of: .matching(payments), in: group, own: nil, about: member, limit: limit, connection)
      guard paid.isWhole else { return }
      known = paid
    }
    if filter.isPayment != true {
      try known.addSpending(filter, months, in: group, own, member, connection)
      if let member, filter.sharerID == nil {
        try known.addPaid(filter, months, in: group, by: member, connection)
      }
    }
    for code in known.currencies.keys where known.currencies[code]?.count != 0 {
      known.currencies[code]?.count = max(1, currencies[code]?.count ?? 0)
    }
    currencies = known.currencies
    (isWhole, isCounted) = (true, false)
  }

  private mutating func addSpending(
    _ filter: ExpenseList.Filter, _ months: Months, in group: ZoneID, _ own: RecordID?,
    _ member: RecordID?, _ connection: Connection
  ) throws {
    var condition = months.condition(filter)
    var parameters = [.text(group)] + months.parameters(filter)
    if let category = filter.isWithoutCategory ? "" : filter.categoryID {
      condition += " AND categoryID = ?"
      parameters.append(.text(category))
    }
    if let member {
      condition += " AND memberID = ?"
      parameters.append(.text(member))
    }
    try connection.forEach(
      """
      SELECT currency, memberID, amount, amountHigh FROM groupSpending
        WHERE groupID = ?\(condition)
      """, parameters
    ) { row in
      let amount = Int128(low: row.integer(2), high: row.integer(3))
      var sums = currencies[row.text(0)] ?? Sums()
      if member == nil {
        sums.count = 1
        sums.amount &+= amount
        if row.text(1) == own { sums.own &+= amount }
      } else if filter.payerID == nil {
        sums.count = 1
        sums.about.owed &+= amount
      }
      currencies[row.text(0)] = sums
    }
  }

  private mutating func addPaid(
    _ filter: ExpenseList.Filter, _ months: Months, in group: ZoneID, by member: RecordID,
    _ connection: Connection
  ) throws {
    try connection.forEach(
      """
      SELECT currency, paid, paidHigh FROM groupMonths
        WHERE groupID = ? AND memberID = ?\(months.condition(filter))
      """, [.text(group), .text(member)] + months.parameters(filter)
    ) { row in
      var sums = currencies[row.text(0)] ?? Sums()
      let paid = Int128(low: row.integer(1), high: row.integer(2))
      if paid != 0 { sums.count = 1 }
      sums.about.paid &+= paid
      currencies[row.text(0)] = sums
    }
  }

  /// Whole months, from one to another.
  private struct Months {
    var from: String?
    var to: String?

    /// `nil` for days that begin or end within a month.
    init?(_ days: DayRange) {
      if let text = days.from {
        guard let day = CalendarDay(text), day.day == 1 else { return nil }
        from = String(text.prefix(7))
      }
      if let text = days.to {
        guard let day = CalendarDay(text), day.isLastOfMonth else { return nil }
        to = String(text.prefix(7))
      }
    }

    func condition(_ filter: ExpenseList.Filter) -> String {
      (filter.currency == nil ? "" : " AND currency = ?") + (from == nil ? "" : " AND month >= ?")
        + (to == nil ? "" : " AND month <= ?")
    }

    func parameters(_ filter: ExpenseList.Filter) -> [Value] {
      [filter.currency, from, to].compactMap(\.self).map { .text($0) }
    }
  }
}
