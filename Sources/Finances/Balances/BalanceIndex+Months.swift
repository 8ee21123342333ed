import SQLite
import SyncProtocol

// What members have paid in each month, and how their balances changed, as the index keeps it
// beside the expenses.
extension BalanceIndex {
  /// A member in a month (`YYYY-MM`) and currency of a group.
  struct Month: IndexedSumKey {
    var groupID: ZoneID
    var currency: String
    var month: String
    var memberID: RecordID

    static let table = "groupMonths"
    static let columns = ["groupID", "currency", "month", "memberID"]
    /// What was paid for expenses, and by how much the balance grew.
    static let sums = ["paid", "net"]
    var values: [Value] { [.text(groupID), .text(currency), .text(month), .text(memberID)] }
  }

  static let monthsSQL = """
    -- What each member has paid in a month (YYYY-MM), and by how much their balance grew, in 128
    -- bits.
    CREATE TABLE groupMonths (
      groupID TEXT NOT NULL,
      currency TEXT NOT NULL,
      month TEXT NOT NULL,
      memberID TEXT NOT NULL,
      count INTEGER NOT NULL,
      paid INTEGER NOT NULL,
      paidHigh INTEGER NOT NULL,
      net INTEGER NOT NULL,
      netHigh INTEGER NOT NULL,
      PRIMARY KEY (groupID, currency, memberID, month)
    ) STRICT, WITHOUT ROWID;
    """

  mutating func countMonths(_ entry: Entry, sign: Int64) {
    let isExpense = entry.kind == ExpenseMoney.Kind.expense.rawValue
    for share in entry.parts {
      let key = Month(
        groupID: entry.groupID, currency: entry.currency, month: String(entry.day.prefix(7)),
        memberID: share.memberID)
      months.count(
        key, isExpense ? Int128(share.paidMinor) : 0,
        Int128(share.paidMinor) &- Int128(share.owedMinor), sign: sign)
    }
  }
}

/// What the members of a group have paid in a year, and how the balance of one of them stood at the
/// end of each month. Its cost grows with months and members, not with expenses.
package struct GroupMonths: Equatable, Sendable {
  /// Paid for expenses in the year, in minor units, by member; who paid nothing is not there.
  package private(set) var paid: [RecordID: Int128] = [:]
  /// What the member was owed at the end of each month of the year, 1…12; negative for who owed.
  package private(set) var balances: [Int: Int128] = [:]

  /// - Parameters:
  ///   - member: whose balance is told; `nil` for nobody's.
  ///   - lastMonth: the last month of the year whose end is told, 1…12.
  package init(
    of group: ZoneID, in currency: String, year: Int, member: RecordID?, lastMonth: Int = 12,
    _ connection: Connection
  ) throws {
    var paid: [RecordID: Int128] = [:]
    try connection.forEach(
      """
      SELECT memberID, paid, paidHigh FROM groupMonths
        WHERE groupID = ? AND currency = ? AND month >= ? AND month < ?
      """, [.text(group), .text(currency), .text("\(year)-"), .text("\(year)-~")]
    ) { row in
      paid[row.text(0), default: 0] &+= Int128(low: row.integer(1), high: row.integer(2))
    }
    self.paid = paid.filter { $0.value != 0 }
    guard let member else { return }
    var (sum, changes): (Int128, [Int: Int128]) = (0, [:])
    try connection.forEach(
      """
      SELECT month, net, netHigh FROM groupMonths
        WHERE groupID = ? AND currency = ? AND memberID = ? AND month < ?
      """, [.text(group), .text(currency), .text(member), .text("\(year)-~")]
    ) { row in
      let (month, net) = (row.text(0), Int128(low: row.integer(1), high: row.integer(2)))
      if month.hasPrefix("\(year)-"), let number = Int(month.suffix(2)) {
        changes[number, default: 0] &+= net
      } else {
        sum &+= net
      }
    }
    for month in 1...max(1, min(12, lastMonth)) {
      sum &+= changes[month] ?? 0
      balances[month] = sum
    }
  }
}
