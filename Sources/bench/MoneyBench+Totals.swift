import Backends
import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// What the figures of a group lead to: the list that makes up a total, with what it comes to, and
/// why a payment is proposed.
extension MoneyBench {
  typealias Page = (name: String, read: (Connection, ZoneID, Int) throws -> Void)

  static var totals: [Page] {
    [
      ("money-why", { connection, group, _ in try why("EUR", of: group, connection) }),
      // Of which every fiftieth expense is.
      ("money-why-rare", { connection, group, _ in try why("JPY", of: group, connection) }),
      list("money-paid-by") { ($0.payerID, $0.isPayment) = ($1, false) },
      list("money-shared-by") { ($0.sharerID, $0.isPayment) = ($1, false) },
      list("money-of-member") { $0.memberID = $1 },
      list("money-no-category") { filter, _ in
        (filter.isWithoutCategory, filter.isPayment) = (true, false)
      },
      list("money-year") { filter, _ in
        (filter.days, filter.isPayment) = (DayRange(from: "2020-01-01", to: "2020-12-31"), false)
      },
      list("money-payments") { filter, _ in filter.isPayment = true },
    ]
  }

  private static func why(
    _ currency: String, of group: ZoneID, _ connection: Connection
  ) throws {
    let plan = try GroupBalances.of(group, in: connection).settlement(in: currency)
    guard let transfer = plan.transfers.first,
      try TransferReasons(
        from: transfer.from, to: transfer.to, in: currency, of: group, connection) != nil
    else { throw BenchFailure("nothing is owed") }
  }

  /// - Parameter change: given one of the members.
  private static func list(
    _ name: String, _ change: @escaping (inout ExpenseList.Filter, RecordID) -> Void
  ) -> Page {
    (
      name,
      { connection, group, index in
        let members = try GroupMember.of(group, in: connection)
        let member = members[index % members.count].id
        var filter = ExpenseList.Filter(currency: "EUR")
        change(&filter, member)
        let about = [filter.memberID, filter.payerID, filter.sharerID].compactMap(\.self).first
        _ = try ExpenseList.page(of: group, filter, in: connection)
        _ = try ExpenseTotals(
          ofList: filter, in: group, own: members[0].id, about: about, connection)
      }
    )
  }

  /// What marks cost on a device: all expenses were written here and wait to be sent. The first
  /// page reads all that waits, and the others what the one before has read.
  func waiting(_ file: ReplicaFile) throws {
    let changes = WaitingChanges(file)
    for name in ["money-waiting-first", "money-waiting"] {
      var samples = Samples()
      var count = 0
      for _ in 0..<(name == "money-waiting" ? 10 : 1) {
        let begin = monotonicSeconds()
        count = try file.readAll(changes.read).derive(WaitingExpenses.init).ids.count
        samples.add(monotonicSeconds() - begin)
      }
      try samples.report(name, ["expenses": Double(count)])
    }
  }
}
