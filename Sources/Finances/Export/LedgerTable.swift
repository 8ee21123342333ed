import Household
import SQLite
import SyncProtocol
import Values

/// A person's own ledger as a table for a spreadsheet: a row for each entry, each share of a group
/// and each payment, oldest first.
package enum LedgerTable {
  static let heads = [
    "Date", "Title", "Type", "Category", "Tags", "Group", "Currency", "Amount", "Place", "Note",
    "Left out",
  ]

  /// Writes CSV in UTF-8; amounts have a point before their decimals, and what was spent or sent is
  /// negative.
  ///
  /// - Parameter selection: what is written; `nil` for everything.
  /// - Returns: the number of rows.
  @discardableResult
  package static func writeCSV(
    only selection: LedgerSelection? = nil, in connection: Connection,
    to sink: @escaping ExportText.Sink
  ) throws -> Int {
    guard let profile = try Profile.own(in: connection) else { throw UseCaseFailure.profileMissing }
    var text = ExportText(sink)
    try text.write(heads.map(ExportText.cell).joined(separator: ",") + "\r\n")
    let categories = try LedgerCategories(in: connection)
    let groups = try Group.all(where: "true", [], in: connection).reduce(into: [:]) {
      $0[$1.id] = $1.details.name
    }
    var count = 0
    func write(_ row: LedgerList.Row) throws {
      var group = groups[row.zoneID]
      if row.zoneID == profile.id, let note = try LedgerNote.find(row.sourceID, in: connection) {
        group = note.kept?.groupName
      }
      try text.write(line(row, categories, group) + "\r\n")
      count += 1
    }
    if let selection {
      try LedgerList.forEach(of: selection, in: connection, write)
    } else {
      try LedgerList.forEach(in: connection, write)
    }
    try text.finish()
    return count
  }

  private static func line(
    _ row: LedgerList.Row, _ categories: LedgerCategories, _ group: String?
  ) -> String {
    let isOut = row.flow == .spending || row.flow == .sent
    let texts = [
      row.day, row.title, row.flow.rawValue, categories.name(of: row.categoryRef) ?? "",
      LedgerTags.list(row.tags).joined(separator: ", "), group ?? "", row.currency,
    ]
    // Numbers are no formulas, whatever their sign.
    return texts.map(ExportText.cell).joined(separator: ",") + ","
      + GroupTable.decimal(
        isOut ? 0 &- row.amountMinor : row.amountMinor, row.currency) + ","
      + [row.place, row.note, row.isHidden ? "yes" : ""].map(ExportText.cell)
      .joined(separator: ",")
  }
}
