import Household
import SQLite
import SyncProtocol

/// A group as one JSON document with everything in it: members, categories, expenses with all their
/// parts, receipts and comments, what repeats, and rates. Importing it makes the same group again.
/// Its picture and the files of receipts are named by their hashes. How to pay members it says as
/// far as the account is shown that.
package enum GroupDocument {
  /// Writes the document; expenses are in the order of their days.
  ///
  /// - Returns: the number of expenses.
  @discardableResult
  package static func write(
    _ group: ZoneID, in connection: Connection, to sink: @escaping ExportText.Sink
  ) throws -> Int {
    guard let found = try Group.find(group, in: connection) else {
      throw FinanceFailure.groupNotFound
    }
    var text = ExportText(sink)
    try text.write("{\"format\":\"hearth-group\",\"version\":1,\"id\":")
    try text.write(json { $0.string(group) })
    try text.write(",\n\"group\":")
    try text.write(json { $0.object { $0.members(of: found.details, GroupDetails.fields) } })
    if let picture = try GroupPicture.of(group, in: connection) {
      try text.write(",\n\"picture\":")
      try text.write(
        json { writer in
          writer.object { writer in
            writer.member("blobHash", picture.blobHash)
            writer.member("byteCount", picture.byteCount)
            writer.member("kind", picture.kind.rawValue)
            writer.member("createdAt", picture.createdAt)
          }
        })
    }
    let payments = try PaymentDetails(in: group, connection)
    let members = try GroupMember.of(group, in: connection).map(payments.shown)
    try text.list("members", members) { writer, member in
      writer.member("id", member.id)
      writer.members(of: member.details, MemberDetails.fields)
    }
    try text.list("categories", try ExpenseCategory.of(group, in: connection)) { writer, category in
      writer.member("id", category.id)
      writer.members(of: category.details, CategoryDetails.fields)
    }
    try text.list("rates", try ManualRate.of(group, in: connection)) { writer, rate in
      writer.members(of: rate.details, ManualRateDetails.fields)
    }
    try text.list("repeating", try RepeatingExpense.of(group, in: connection)) {
      writer, repeating in
      writer.members(of: repeating)
    }
    try text.write(",\n\"expenses\":[")
    var count = 0
    try connection.forEach(
      "SELECT id FROM expenses WHERE groupID = ? ORDER BY day, createdAt, id", [.text(group)]
    ) { row in
      guard let expense = try Expense.find(row.text(0), in: connection) else { return }
      let receipts = try ExpenseReceipt.of(expense.id, in: group, connection)
      let comments = try ExpenseComment.of(expense.id, in: group, connection)
      try text.write(count == 0 ? "\n" : ",\n")
      try text.write(json { $0.object { $0.members(of: expense, receipts, comments) } })
      count += 1
    }
    try text.write("]}\n")
    try text.finish()
    return count
  }

  /// The documents of all groups with their files, for an archive of everything.
  package static func archived(in connection: Connection) throws -> [ArchivedDocument] {
    try Group.all(where: "true ORDER BY nameKey, id", [], in: connection).enumerated().map {
      number, group in
      let folder = "groups/\(number + 1) \(ArchiveNames.safe(group.details.name))"
      return ArchivedDocument(
        path: folder + "/group.json", files: try files(of: group.id, in: folder, connection)
      ) { try write(group.id, in: $0, to: $1) }
    }
  }

  /// The picture, and the receipts in the order of their expenses.
  private static func files(
    of group: ZoneID, in folder: String, _ connection: Connection
  ) throws -> [ArchiveFile] {
    var files: [ArchiveFile] = []
    if let picture = try GroupPicture.of(group, in: connection) {
      files.append(
        ArchiveFile(
          path: "\(folder)/picture.\(StoredPaper.Media(picture.kind).endings[0])",
          blobHash: picture.blobHash, place: RecordPlace(zone: group, id: picture.id)))
    }
    var names = ArchiveNames()
    let receipts = folder + "/receipts"
    try connection.forEach(
      """
      SELECT r.id, r.blobHash, r.media, r.name
        FROM expenseReceipts AS r JOIN expenses AS e ON e.id = r.expenseID
        WHERE r.groupID = ? ORDER BY e.day, e.createdAt, e.id, r.createdAt, r.name, r.id
      """, [.text(group)]
    ) { row in
      let ending = "." + (StoredPaper.Media(rawValue: row.text(2)) ?? .pdf).endings[0]
      var stem = row.text(3)
      if let dot = stem.lastIndex(of: "."), dot != stem.startIndex { stem = String(stem[..<dot]) }
      files.append(
        ArchiveFile(
          path: "\(receipts)/\(names.name(stem, in: receipts, ending: ending))",
          blobHash: row.text(1), place: RecordPlace(zone: group, id: row.text(0))))
    }
    return files
  }

  private static func json(_ body: (inout WireWriter) -> Void) -> [UInt8] {
    ExportText.json(body)
  }
}

extension WireWriter {
  fileprivate mutating func members(
    of expense: Expense, _ receipts: [ExpenseReceipt], _ comments: [ExpenseComment]
  ) {
    member("id", expense.id)
    members(of: expense.details, ExpenseDetails.fields)
    members(of: expense.money)
    if !receipts.isEmpty {
      list("receipts", receipts) { writer, receipt in
        writer.member("name", receipt.name)
        writer.member("blobHash", receipt.blobHash)
        writer.member("byteCount", receipt.byteCount)
        writer.member("media", receipt.media.rawValue)
        writer.member("createdAt", receipt.createdAt)
      }
    }
    if !comments.isEmpty {
      list("comments", comments) { writer, comment in
        writer.member("text", comment.text)
        writer.member("createdBy", comment.createdBy)
        writer.member("createdAt", comment.createdAt)
      }
    }
    member("createdAt", expense.row.createdAt)
    member("importSource", expense.row.importSource)
    member("importRef", expense.row.importRef)
  }

  fileprivate mutating func members(of repeating: RepeatingExpense) {
    member("id", repeating.id)
    members(of: repeating.details, RepeatingDetails.fields)
    member("nextOn", repeating.row.nextOn)
    members(of: repeating.money)
    member("createdAt", repeating.row.createdAt)
  }

  private mutating func members(of money: ExpenseMoney) {
    member("kind", money.kind.rawValue)
    member("currency", money.currency)
    member("amountMinor", money.amountMinor)
    member("mode", money.mode.rawValue)
    list("shares", money.shares) { writer, share in
      writer.member("memberID", share.memberID)
      writer.member("paidMinor", share.paidMinor)
      writer.member("owedMinor", share.owedMinor)
      if let weight = share.weight { writer.member("weight", weight) }
    }
    if !money.lines.isEmpty {
      list("lines", money.lines) { writer, line in
        writer.member("name", line.name)
        writer.member("amountMinor", line.amountMinor)
        writer.list("sharers", line.sharers) { writer, sharer in
          writer.member("memberID", sharer.memberID)
          writer.member("weight", sharer.weight)
        }
      }
    }
  }
}
