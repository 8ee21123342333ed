import Household
import SQLite
import SyncProtocol
import Values

/// What a person has spent and earned in some months, by month and category, their own and their
/// shares of groups. Its cost does not depend on how many rows there are.
package struct LedgerSums: Equatable, Sendable {
  /// In the person's currency.
  package struct Amounts: Equatable, Sendable {
    /// The person's own spending.
    package var own: Int128 = 0
    /// Their shares of groups, also of those that they have left.
    package var shared: Int128 = 0
    package var income: Int128 = 0
    /// Payments to members of groups, and from them.
    package var sent: Int128 = 0
    package var received: Int128 = 0

    package init() {}

    package var spent: Int128 { own &+ shared }
  }

  /// The person's currency.
  package private(set) var currency: String
  package private(set) var total = Amounts()
  /// By month, `YYYY-MM`.
  package private(set) var months: [String: Amounts] = [:]
  /// By the person's own category, or by the reference of a group's that is like none of them;
  /// empty for none.
  package private(set) var categories: [String: Amounts] = [:]
  /// Spending by group, also of those that the person has left.
  package private(set) var groups: [ZoneID: Int128] = [:]
  /// What was spent and earned in each currency, also where it could not be converted.
  package private(set) var currencies: [String: Amounts] = [:]
  /// How many rows there are.
  package private(set) var count: Int64 = 0
  /// How many of them are in no sum, as they are not converted.
  package private(set) var unconverted: Int64 = 0

  /// What the rows of a list come to; `nil` where no kept sum knows it: of words and tags, and of
  /// what was left out.
  package init?(
    of filter: LedgerList.Filter, _ categories: LedgerCategories, in connection: Connection
  ) throws {
    guard filter.text.isEmpty, filter.clauses.isEmpty, filter.tag == nil, !filter.isHidden,
      let first = LedgerMonth(year: 1000, month: 1), let last = LedgerMonth(year: 9999, month: 12)
    else { return nil }
    let months = filter.months ?? (first, last)
    try self.init(
      from: months.first, to: months.last, only: filter, categories, in: connection)
  }

  /// - Parameters:
  ///   - months: the first and the last one.
  ///   - filter: which rows; the months of it are not looked at.
  package init(
    from first: LedgerMonth, to last: LedgerMonth, only filter: LedgerList.Filter? = nil,
    _ categories: LedgerCategories, in connection: Connection
  ) throws {
    let found = try connection.first("SELECT id, currency FROM profiles ORDER BY id LIMIT 1") {
      ($0.text(0), $0.text(1))
    }
    let (profile, currency) = found ?? ("", "")
    self.currency = currency
    try connection.forEach(
      """
      SELECT month, originID, flow, categoryRef, currency, convertedCurrency, count, amount,
          amountHigh, converted, convertedHigh
        FROM ledgerSums WHERE month >= ? AND month <= ?
      """, [.text(first.text), .text(last.text)]
    ) { row in
      guard filter?.takes(origin: row.text(1), flow: row.text(2), category: row.text(3)) ?? true
      else { return }
      guard let flow = LedgerFlow(rawValue: row.text(2)) else { return }
      let (month, origin, ref) = (row.text(0), row.text(1), row.text(3))
      let isOwn = origin == profile
      let amount = Int128(low: row.integer(7), high: row.integer(8))
      let converted = Int128(low: row.integer(9), high: row.integer(10))
      count &+= row.integer(6)
      currencies[row.text(4), default: Amounts()].add(amount, flow, isOwn: isOwn)
      guard row.text(5) == currency else {
        unconverted &+= row.integer(6)
        return
      }
      total.add(converted, flow, isOwn: isOwn)
      months[month, default: Amounts()].add(converted, flow, isOwn: isOwn)
      if flow == .spending, !isOwn { groups[origin, default: 0] &+= converted }
      self.categories[categories[ref]?.id ?? ref, default: Amounts()].add(
        converted, flow, isOwn: isOwn)
    }
  }

  /// The years in which something was entered, the latest first; at most fifty.
  package static func years(in connection: Connection) throws -> [Int] {
    try connection.query(
      "SELECT DISTINCT substr(month, 1, 4) FROM ledgerSums ORDER BY 1 DESC LIMIT 50"
    ) { Int($0.text(0)) }.compactMap(\.self)
  }
}

extension LedgerList.Filter {
  /// Whether its rows are among those that a sum is of.
  fileprivate func takes(origin: String, flow: String, category: String) -> Bool {
    (originID == nil || originID == origin)
      && (self.flow == nil || self.flow?.rawValue == flow)
      && (categoryRefs?.contains(category) ?? true)
  }
}

extension LedgerSums.Amounts {
  mutating func add(_ minor: Int128, _ flow: LedgerFlow, isOwn: Bool) {
    switch flow {
    case .spending where isOwn: own &+= minor
    case .spending: shared &+= minor
    case .income: income &+= minor
    case .sent: sent &+= minor
    case .received: received &+= minor
    }
  }
}

/// How far everything has been converted into the person's currency.
package struct LedgerProgress: Equatable, Sendable {
  package var currency: String
  /// Rows in all, and those that are in the person's currency.
  package var all: Int64
  package var converted: Int64
  /// How many have been tried, of all.
  package var tried: Int64
  /// Whether rows are still to be tried. What is left afterwards has no rate.
  package var isUnderWay: Bool

  package init(in connection: Connection) throws {
    let state = try connection.first("SELECT currency, position, passed FROM ledgerState") {
      ($0.text(0), $0.optionalInteger(1), $0.integer(2))
    }
    currency = state?.0 ?? ""
    isUnderWay = state?.1 != nil
    let counts = try connection.first(
      """
      SELECT coalesce(sum(count), 0),
          coalesce(sum(CASE WHEN convertedCurrency = ? THEN count ELSE 0 END), 0)
        FROM ledgerSums
      """, .text(currency)
    ) { ($0.integer(0), $0.integer(1)) }
    (all, converted) = counts ?? (0, 0)
    // Rows that were left out are in no sum.
    tried = isUnderWay ? min(state?.2 ?? 0, all) : all
  }
}

/// What keeps a ledger right that is derived, for work beside other work and for measuring it.
package enum LedgerUpkeep {
  /// Whether amounts are to be converted anew, as the person has another currency or there are
  /// other rates.
  package static func isDue(
    _ connection: Connection, _ sources: DomainSources = .builtIn
  ) throws -> Bool {
    try LedgerIndex.isConverting(connection, sources)
  }

  /// - Returns: whether there is more to do.
  package static func step(
    _ connection: Connection, _ sources: DomainSources = .builtIn
  ) throws -> Bool {
    try LedgerIndex.convertSome(connection, sources)
  }

  /// Derives the whole ledger anew, in the open transaction.
  package static func rebuild(_ connection: Connection) throws {
    try LedgerIndex.rebuild(connection, .builtIn)
  }

  /// Brings the ledger up to date with records that the open transaction has changed; the balances
  /// must be.
  package static func refresh(_ connection: Connection, changed: [RecordKey]) throws {
    try LedgerIndex.refresh(connection, changed: changed, .builtIn)
  }

  /// Converts everything again, beginning with the next step.
  package static func tryAgain(_ connection: Connection) throws {
    try LedgerIndex.convertAgain(connection)
  }
}
