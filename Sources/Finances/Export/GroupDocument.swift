import Household
import SQLite
import SyncProtocol

/// A group as one JSON document with everything in it: members, categories, and expenses with all
/// their parts. Importing it makes the same group again.
package enum GroupDocument {
  /// Writes the document; expenses are in the order of their days.
  ///
  /// - Returns: the number of expenses.
  @discardableResult
  package static func write(
    _ group: ZoneID, in connection: Connection, to sink: @escaping HouseholdExport.Sink
  ) throws -> Int {
    guard let found = try Group.find(group, in: connection) else {
      throw FinanceFailure.groupNotFound
    }
    var text = ExportText(sink)
    try text.write("{\"format\":\"hearth-group\",\"version\":1,\"id\":")
    try text.write(json { $0.string(group) })
    try text.write(",\n\"group\":")
    try text.write(json { $0.object { $0.members(of: found.details, GroupDetails.fields) } })
    try text.write(",\n\"members\":[")
    for (index, member) in try GroupMember.of(group, in: connection).enumerated() {
      try text.write(index == 0 ? "\n" : ",\n")
      try text.write(
        json { writer in
          writer.object { writer in
            writer.member("id", member.id)
            writer.members(of: member.details, MemberDetails.fields)
          }
        })
    }
    try text.write("],\n\"categories\":[")
    for (index, category) in try ExpenseCategory.of(group, in: connection).enumerated() {
      try text.write(index == 0 ? "\n" : ",\n")
      try text.write(
        json { writer in
          writer.object { writer in
            writer.member("id", category.id)
            writer.members(of: category.details, CategoryDetails.fields)
          }
        })
    }
    try text.write("],\n\"expenses\":[")
    var count = 0
    try connection.forEach(
      "SELECT id FROM expenses WHERE groupID = ? ORDER BY day, createdAt, id", [.text(group)]
    ) { row in
      guard let expense = try Expense.find(row.text(0), in: connection) else { return }
      try text.write(count == 0 ? "\n" : ",\n")
      try text.write(json { $0.object { $0.members(of: expense) } })
      count += 1
    }
    try text.write("]}\n")
    try text.finish()
    return count
  }

  /// The documents of all groups, for an archive of everything.
  package static func archived(in connection: Connection) throws -> [ArchivedDocument] {
    try Group.all(where: "true ORDER BY nameKey, id", [], in: connection).enumerated().map {
      number, group in
      ArchivedDocument(
        path: "groups/\(number + 1) \(ArchiveNames.safe(group.details.name))/group.json"
      ) { try write(group.id, in: $0, to: $1) }
    }
  }

  private static func json(_ body: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter(capacity: 512)
    body(&writer)
    return writer.bytes
  }
}

extension WireWriter {
  fileprivate mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  fileprivate mutating func member(_ name: String, _ value: Int64?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  /// The details of a record, as its list of fields has them. Flags are 0 or 1.
  fileprivate mutating func members<Details>(
    of details: Details, _ fields: [RecordField<Details>]
  ) {
    for field in fields {
      key(field.name)
      switch field.value(of: details) {
      case .integer(let number): integer(number)
      case .text(let text): string(text)
      default: null()
      }
    }
  }

  fileprivate mutating func members(of expense: Expense) {
    let money = expense.money
    member("id", expense.id)
    members(of: expense.details, ExpenseDetails.fields)
    member("kind", money.kind.rawValue)
    member("currency", money.currency)
    member("amountMinor", money.amountMinor)
    member("mode", money.mode.rawValue)
    key("shares")
    array { writer in
      for share in money.shares {
        writer.object { writer in
          writer.member("memberID", share.memberID)
          writer.member("paidMinor", share.paidMinor)
          writer.member("owedMinor", share.owedMinor)
          if let weight = share.weight { writer.member("weight", weight) }
        }
      }
    }
    if !money.lines.isEmpty {
      key("lines")
      array { writer in
        for line in money.lines {
          writer.object { writer in
            writer.member("name", line.name)
            writer.member("amountMinor", line.amountMinor)
            writer.key("sharers")
            writer.array { writer in
              for sharer in line.sharers {
                writer.object { writer in
                  writer.member("memberID", sharer.memberID)
                  writer.member("weight", sharer.weight)
                }
              }
            }
          }
        }
      }
    }
    member("createdAt", expense.row.createdAt)
    member("importSource", expense.row.importSource)
    member("importRef", expense.row.importRef)
  }
}
