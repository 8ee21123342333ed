import Household
import SQLite
import SyncProtocol
import Values

/// A group as a table for a spreadsheet: a row for each expense and payment, oldest first, with
/// what each member paid and their part. The last column, which this program alone reads, has what
/// the others do not say: importing the table brings back the same expenses.
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
    // People are known by their names when the table is read again.
    let memberNames = NumberedNames.of(members.map(\.details.name))
    let columns = memberNames.flatMap { ["Paid: \($0)", "Part: \($0)"] }
    try text.write(
      (heads + columns + [detailsHead]).map(ExportText.cell).joined(separator: ",") + "\r\n")
    let names = zip(members, memberNames).reduce(into: [:]) { $0[$1.0.id] = $1.1 }
    var count = 0
    func write(_ id: RecordID) throws {
      guard let expense = try Expense.find(id, in: connection), expense.groupID == group else {
        return
      }
      let details = ExportText.cell(self.details(of: expense, names))
      try text.write(line(expense, members, categories) + "," + details + "\r\n")
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

  /// The heading of ``details(of:_:)``; `ExpenseDetailsCell` of the importer reads it.
  private static let detailsHead = "Hearth details"

  /// What of an expense is in no other column, as JSON in one cell: no formula begins so.
  ///
  /// The amounts of everybody are there again, so that a reader knows when somebody has changed the
  /// other columns in a spreadsheet.
  private static func details(of expense: Expense, _ names: [RecordID: String]) -> String {
    func name(_ id: RecordID) -> String { names[id] ?? id }
    let money = expense.money
    let bytes = ExportText.json { writer in
      writer.object { writer in
        writer.member("id", expense.id)
        writer.member("at", expense.row.createdAt)
        if let source = expense.row.importSource, let ref = expense.row.importRef {
          writer.member("source", source)
          writer.member("ref", ref)
        }
        writer.list("parts", money.shares) { writer, share in
          writer.member("name", name(share.memberID))
          if share.paidMinor != 0 { writer.member("paid", share.paidMinor) }
          if share.owedMinor != 0 { writer.member("part", share.owedMinor) }
          if let weight = share.weight { writer.member("weight", weight) }
        }
        if !money.lines.isEmpty {
          writer.list("lines", money.lines) { writer, line in
            writer.member("name", line.name)
            writer.member("amount", line.amountMinor)
            writer.list("for", line.sharers) { writer, sharer in
              writer.member("name", name(sharer.memberID))
              if sharer.weight != 1 { writer.member("weight", sharer.weight) }
            }
          }
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
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
