import Household
import SQLite
import SyncProtocol

/// A condition of a filter as SQL, over the expense `e`.
struct ExpenseCondition {
  var test: String
  var parameters: [Value] = []
  /// A query for the expenses that alone can meet it, where an index knows them.
  var candidates: String?
  var candidateParameters: [Value] = []
  /// The list, latest first, of those that alone can meet it.
  var stream: ExpenseStream?

  /// Expenses of none: what is asked for does not exist.
  private static let never = ExpenseCondition(
    test: "0", candidates: "SELECT id FROM expenses WHERE 0")

  /// The conditions of a filter, but for those on words and days.
  static func all(
    _ filter: ExpenseList.Filter, in group: ZoneID, _ connection: Connection
  ) throws -> [ExpenseCondition] {
    var all: [ExpenseCondition] = []
    if let member = filter.memberID { all.append(self.participant([member], in: group)) }
    if let payer = filter.payerID { all.append(part("paidMinor", [payer], in: group)) }
    if let sharer = filter.sharerID { all.append(part("owedMinor", [sharer], in: group)) }
    if let category = filter.categoryID { all.append(self.category([category], in: group)) }
    if filter.isWithoutCategory { all.append(withoutCategory(in: group)) }
    if let isPayment = filter.isPayment { all.append(payment(isPayment, in: group)) }
    if let currency = filter.currency { all.append(self.currency(currency, in: group)) }
    for clause in filter.clauses {
      // Days bound the list itself.
      if case .day = clause.test, !clause.isExcluded { continue }
      guard var condition = try of(clause.test, filter, in: group, connection) else { continue }
      if clause.isExcluded {
        condition = ExpenseCondition(
          test: "NOT coalesce(\(condition.test), 0)", parameters: condition.parameters)
      }
      all.append(condition)
    }
    return all
  }

  /// `nil` for what is tested otherwise: words, and days that bound the list.
  private static func of(
    _ test: MoneyTest<ExpenseList.Filter.OwnTest>, _ filter: ExpenseList.Filter, in group: ZoneID,
    _ connection: Connection
  ) throws -> ExpenseCondition? {
    switch test {
    case .own(.payer(let name)):
      return part("paidMinor", try filter.members(name, in: group, connection), in: group)
    case .own(.sharer(let name)):
      return part("owedMinor", try filter.members(name, in: group, connection), in: group)
    case .own(.participant(let name)):
      return participant(try filter.members(name, in: group, connection), in: group)
    case .category(let name):
      return category(try filter.categories(name, in: group, connection), in: group)
    case .currency(let code): return currency(code, in: group)
    case .amount(let range): return amount(range, in: group)
    case .day(let range):
      return ExpenseCondition(test: "e.day BETWEEN ? AND ?", parameters: range.bounds)
    case .kind(let kind): return self.kind(kind, in: group)
    case .has(let feature): return has(feature, in: group)
    case .own(.incomplete):
      return ExpenseCondition(
        test: "(SELECT x.isIncomplete FROM expenseIndex AS x WHERE x.expenseID = e.id)",
        candidates: "SELECT expenseID FROM expenseIndex WHERE groupID = ? AND isIncomplete = 1",
        candidateParameters: [.text(group)])
    case .text: return nil
    }
  }

  private static func part(
    _ column: String, _ members: [RecordID], in group: ZoneID
  ) -> ExpenseCondition {
    guard let first = members.first else { return never }
    return ExpenseCondition(
      test: """
        EXISTS (SELECT 1 FROM expenseParts AS p WHERE p.expenseID = e.id
          AND p.groupID = e.groupID AND p.kind = 'share' AND p.\(column) <> 0
          AND +p.memberID IN (SELECT value FROM json_each(?)))
        """, parameters: [IDList.value(members)],
      stream: members.count == 1 ? .ofMember(first, in: group) : nil)
  }

  private static func participant(_ members: [RecordID], in group: ZoneID) -> ExpenseCondition {
    guard let first = members.first else { return never }
    return ExpenseCondition(
      test: """
        EXISTS (SELECT 1 FROM json_each(?) AS c CROSS JOIN expenseMembers AS m
          ON m.groupID = e.groupID AND m.memberID = c.value AND m.day = e.day
            AND m.createdAt = e.createdAt AND m.expenseID = e.id)
        """, parameters: [IDList.value(members)],
      stream: members.count == 1 ? .ofMember(first, in: group) : nil)
  }

  private static func category(_ ids: [RecordID], in group: ZoneID) -> ExpenseCondition {
    guard let first = ids.first else { return never }
    return ExpenseCondition(
      test: "+e.categoryID IN (SELECT value FROM json_each(?))", parameters: [IDList.value(ids)],
      stream: ids.count == 1
        ? ExpenseStream(
          .expenses, condition: "s.groupID = ? AND s.categoryID = ?",
          parameters: [.text(group), .text(first)], rank: 1) : nil)
  }

  private static func withoutCategory(in group: ZoneID) -> ExpenseCondition {
    ExpenseCondition(
      test: "+e.categoryID IS NULL",
      stream: ExpenseStream(
        .expenses, condition: "s.groupID = ? AND s.categoryID IS NULL",
        parameters: [.text(group)], rank: 1))
  }

  /// Payments, or all but these.
  private static func payment(_ isPayment: Bool, in group: ZoneID) -> ExpenseCondition {
    guard !isPayment else {
      var condition = kind(.payment, in: group)
      // A group has fewer of them than a member has expenses.
      condition.stream?.rank = -1
      return condition
    }
    return ExpenseCondition(
      test: "e.kind <> ?", parameters: [.text(ExpenseMoney.Kind.transfer.rawValue)])
  }

  private static func currency(_ code: String, in group: ZoneID) -> ExpenseCondition {
    ExpenseCondition(
      test: "+e.currency = ?", parameters: [.text(code)],
      stream: ExpenseStream(
        .expenses, condition: "s.groupID = ? AND s.currency = ?",
        parameters: [.text(group), .text(code)], rank: 4))
  }

  private static func amount(_ range: AmountRange, in group: ZoneID) -> ExpenseCondition {
    ExpenseCondition(
      test:
        "(+e.currency = ? AND (e.amountMinor BETWEEN ? AND ? OR e.amountMinor BETWEEN ? AND ?))",
      parameters: [.text(range.currency)] + range.bounds + range.boundsBelowZero,
      candidates: """
        SELECT expenseID FROM expenseWords WHERE groupID = ? AND currency = ?
          AND amount BETWEEN ? AND ?
        """, candidateParameters: [.text(group), .text(range.currency)] + range.bounds)
  }

  private static func kind(
    _ kind: ExpenseList.Filter.OwnTest.Kind, in group: ZoneID
  ) -> ExpenseCondition {
    let transfer = ExpenseMoney.Kind.transfer.rawValue
    let stream = ExpenseStream(
      .words, condition: "s.groupID = ? AND s.kind = ? AND s.kind <> 'expense'",
      parameters: [.text(group), .text(kind.rawValue)], rank: 2)
    switch kind {
    case .payment:
      return ExpenseCondition(test: "e.kind = ?", parameters: [.text(transfer)], stream: stream)
    case .refund:
      return ExpenseCondition(
        test: "(e.kind <> ? AND e.amountMinor < 0)", parameters: [.text(transfer)], stream: stream)
    case .expense:
      return ExpenseCondition(
        test: "(e.kind <> ? AND e.amountMinor >= 0)", parameters: [.text(transfer)])
    }
  }

  private static func has(
    _ feature: ExpenseList.Filter.OwnTest.Feature, in group: ZoneID
  ) -> ExpenseCondition {
    func attached(_ table: String) -> String {
      "EXISTS (SELECT 1 FROM \(table) AS a WHERE a.groupID = e.groupID AND a.expenseID = e.id)"
    }
    switch feature {
    case .receipt:
      return ExpenseCondition(
        test: attached("expenseReceipts"),
        stream: ExpenseStream(
          .words, condition: "s.groupID = ? AND s.hasReceipt = 1", parameters: [.text(group)],
          rank: 3))
    case .comment: return ExpenseCondition(test: attached("expenseComments"))
    case .note: return ExpenseCondition(test: "e.note <> ''")
    case .place: return ExpenseCondition(test: "e.place <> ''")
    case .category: return ExpenseCondition(test: "+e.categoryID IS NOT NULL")
    }
  }
}

/// A list of expenses, latest first, that an index holds.
struct ExpenseStream {
  enum Table { case expenses, members, words }

  let table: Table
  /// SQL over the row `s`.
  let condition: String
  let parameters: [Value]
  /// The lower, the fewer expenses the list usually has.
  var rank: Int

  init(_ table: Table, condition: String, parameters: [Value], rank: Int) {
    (self.table, self.condition) = (table, condition)
    (self.parameters, self.rank) = (parameters, rank)
  }

  static func ofMember(_ member: RecordID, in group: ZoneID) -> ExpenseStream {
    ExpenseStream(
      .members, condition: "s.groupID = ? AND s.memberID = ?",
      parameters: [.text(group), .text(member)], rank: 0)
  }

  static func whole(_ group: ZoneID) -> ExpenseStream {
    ExpenseStream(.expenses, condition: "s.groupID = ?", parameters: [.text(group)], rank: 5)
  }

  /// A list of at most this many expenses is short.
  private static let maxShort = 500

  /// The list that holds the fewest expenses, as far as looking at a few of each tells: what
  /// somebody has in a currency of a journey is found in the currency's list, though their own has
  /// ever so many others.
  static func shortest(
    _ streams: [ExpenseStream], _ connection: Connection
  ) throws -> ExpenseStream? {
    let usual = streams.sorted { $0.rank < $1.rank }
    guard usual.count > 1 else { return usual.first }
    return try usual.first { try $0.isShort(connection) } ?? usual[0]
  }

  private func isShort(_ connection: Connection) throws -> Bool {
    let found = try connection.first(
      "SELECT count(*) FROM (SELECT 1 FROM \(from(withExpense: false)) WHERE \(condition) LIMIT ?)",
      parameters + [.integer(Int64(Self.maxShort) + 1)]
    ) { $0.integer(0) }
    return (found ?? 0) <= Self.maxShort
  }

  /// The column of `s` that has the expense's id.
  var id: String { table == .expenses ? "s.id" : "s.expenseID" }

  /// The row, together with the expense `e` where somebody asks for it.
  func from(withExpense: Bool) -> String {
    let own =
      switch table {
      case .expenses: "expenses AS s"
      case .members: "expenseMembers AS s"
      case .words: "expenseWords AS s"
      }
    return withExpense ? "\(own) CROSS JOIN expenses AS e ON e.id = \(id)" : own
  }
}
