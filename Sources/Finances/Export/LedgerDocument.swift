import Household
import SQLite
import SyncProtocol

/// A person's own ledger as one JSON document: categories, entries with their tags, budgets, what
/// they have added to their shares of groups, and the shares that were kept of groups they have
/// left. Shares themselves are the groups'. ``ImportLedger`` reads it.
package enum LedgerDocument {
  static let format = "hearth-ledger"
  static let version: Int64 = 1
  /// Its path in an archive of everything.
  static let archivedName = "ledger.json"

  /// Writes the document; entries are in the order of their days.
  ///
  /// - Returns: the number of entries.
  @discardableResult
  package static func write(
    in connection: Connection, to sink: @escaping ExportText.Sink
  ) throws -> Int {
    guard let profile = try Profile.own(in: connection) else { throw UseCaseFailure.profileMissing }
    var text = ExportText(sink)
    try text.write("{\"format\":\"\(format)\",\"version\":\(version),\"id\":")
    try text.write(ExportText.json { $0.string(profile.id) })
    try text.write(",\n\"currency\":")
    try text.write(ExportText.json { $0.string(profile.currency) })
    try text.list("categories", try LedgerCategory.own(in: connection)) { writer, category in
      writer.member("id", category.id)
      writer.members(of: category.details, CategoryDetails.fields)
    }
    try text.list("budgets", try LedgerBudget.own(in: connection)) { writer, budget in
      writer.member("categoryID", budget.categoryID)
      writer.member("month", String(budget.day.prefix(7)))
      writer.member("amountMinor", budget.amountMinor)
      writer.member("currency", budget.currency)
      writer.member("isOnce", budget.isOnce ? 1 : 0)
    }
    let notes = try LedgerNote.all(where: "true ORDER BY groupID, expenseID", [], in: connection)
    try text.list("notes", notes) { $0.members(of: $1) }
    try text.write(",\n\"entries\":[")
    var count = 0
    try connection.forEach("SELECT id FROM ledgerEntries ORDER BY day, createdAt, id", []) { row in
      guard let entry = try LedgerEntry.find(row.text(0), in: connection) else { return }
      try text.write(count == 0 ? "\n" : ",\n")
      try text.write(
        ExportText.json { writer in
          writer.object { writer in
            writer.member("id", entry.id)
            writer.members(of: entry.details, LedgerEntryDetails.fields)
            writer.member("createdAt", entry.createdAt)
          }
        })
      count += 1
    }
    try text.write("]}\n")
    try text.finish()
    return count
  }

  /// The document, for an archive of everything; nothing where there is nothing to tell.
  static func archived(in connection: Connection) throws -> [ArchivedDocument] {
    let isThere = try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM ledgerEntries) OR EXISTS (SELECT 1 FROM ledgerCategories)
        OR EXISTS (SELECT 1 FROM ledgerBudgets) OR EXISTS (SELECT 1 FROM ledgerNotes)
      """
    ) { $0.bool(0) }
    guard isThere == true else { return [] }
    return [ArchivedDocument(path: archivedName) { try write(in: $0, to: $1) }]
  }
}

extension WireWriter {
  fileprivate mutating func members(of note: LedgerNote) {
    member("groupID", note.groupID)
    member("expenseID", note.expenseID)
    members(of: note.details, LedgerNoteDetails.fields)
    guard let kept = note.kept else { return }
    key("kept")
    object { writer in
      writer.member("title", kept.title)
      writer.member("groupName", kept.groupName)
      writer.member("day", kept.day)
      writer.member("flow", kept.flow.rawValue)
      writer.member("amountMinor", kept.amountMinor)
      writer.member("currency", kept.currency)
      if let converted = kept.converted {
        writer.member("convertedMinor", Int64(clamping: converted.minor))
        writer.member("convertedCurrency", converted.currency)
      }
    }
  }
}
