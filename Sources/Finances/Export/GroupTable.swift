import Household
import SQLite
import SyncProtocol
import Values

/// A group as a table for a spreadsheet: a row for each expense and payment, oldest first, with
/// what each member paid and their part.
package enum GroupTable {
  private static let heads = [
    "Date", "Title", "Category", "Kind", "Currency", "Amount", "Split", "Place", "Note",
  ]

  /// Writes CSV in UTF-8; amounts have a point before their decimals. Expenses whose amounts do not
  /// fit each other are there as they are, and said to be incomplete.
  ///
  /// - Parameter selection: what is written; `nil` for everything.
  /// - Returns: the number of rows.
  @discardableResult
  package static func writeCSV(
    of group: ZoneID, only selection: ExpenseSelection? = nil, in connection: Connection,
    to sink: @escaping ExportText.Sink
  ) throws -> Int {
    var text = ExportText(sink)
    let members = try GroupMember.of(group, in: connection)
    let categories = try ExpenseCategory.of(group, in: connection).reduce(into: [:]) {
      $0[$1.id] = $1.details.name
    }
    let columns = members.flatMap { ["Paid: \($0.details.name)", "Part: \($0.details.name)"] }
    try text.write((heads + columns).map(ExportText.cell).joined(separator: ",") + "\r\n")
    var count = 0
    func write(_ id: RecordID) throws {
      guard let expense = try Expense.find(id, in: connection), expense.groupID == group else {
        return
      }
      try text.write(line(expense, members, categories) + "\r\n")
      count += 1
    }
    if let selection {
      var found: [Expense.Row] = []
      try selection.forEach(in: group, looks: Int.max, connection) { id in
        if let row = try Expense.Row.find(id, in: connection) { found.append(row) }
        return true
      }
      let places = found.map {
        ExpenseList.Cursor(day: $0.details.day ?? "", createdAt: $0.createdAt, id: $0.id)
      }
      for place in places.sorted(by: { $1.precedes($0) }) { try write(place.id) }
    } else {
      try connection.forEach(
        "SELECT id FROM expenses WHERE groupID = ? ORDER BY day, createdAt, id", [.text(group)]
      ) { try write($0.text(0)) }
    }
    try text.finish()
    return count
  }

  private static func line(
    _ expense: Expense, _ members: [GroupMember], _ categories: [RecordID: String]
  ) -> String {
    let (details, money) = (expense.details, expense.money)
    let shares = money.shares.reduce(into: [:]) { $0[$1.memberID] = $1 }
    let kind =
      money.problem != nil
      ? "incomplete"
      : money.kind == .transfer ? "payment" : money.amountMinor < 0 ? "refund" : "expense"
    let texts = [
      details.day ?? "", details.title, details.categoryID.flatMap { categories[$0] } ?? "", kind,
      money.currency,
    ]
    let amounts = members.flatMap { member in
      let share = shares[member.id]
      return [share?.paidMinor ?? 0, share?.owedMinor ?? 0].map { minor in
        minor == 0 ? "" : decimal(minor, money.currency)
      }
    }
    // Numbers are no formulas, whatever their sign.
    return texts.map(ExportText.cell).joined(separator: ",") + ","
      + decimal(money.amountMinor, money.currency) + ","
      + [money.mode.rawValue, details.place, details.note].map(ExportText.cell)
      .joined(separator: ",") + "," + amounts.joined(separator: ",")
  }

  static func decimal(_ minor: Int64, _ currency: String) -> String {
    let exponent = Currency.exponent(of: currency)
    let digits = String(minor.magnitude)
    let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.count)) + digits
    let sign = minor < 0 ? "-" : ""
    guard exponent > 0 else { return sign + padded }
    return sign + padded.dropLast(exponent) + "." + padded.suffix(exponent)
  }
}
