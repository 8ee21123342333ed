import Finances
import Household

/// A group as a file for other programs.
enum GroupExportResource: Resource {
  static let tag = "Group export"
  static let schemas: [JSON.Member] = []

  static let operations = [
    Operation(
      method: .get, path: "\(GroupsResource.path)/{groupID}/export", id: "exportGroup",
      summary: "A group's expenses and payments as a table",
      details: """
        A row for each, oldest first, with what each member has paid and their part. Amounts have a \
        point before their decimals.
        """,
      scope: .read, pathParameters: [GroupsResource.groupID], outcome: .content("text/csv"),
      handler: { call in
        let file = try await call.spool { connection, write in
          try call.requireGroup(in: connection)
          try GroupTable.writeCSV(of: call.groupID, in: connection, to: write)
        }
        return Reply(
          content: .other(file, type: "text/csv; charset=utf-8", fileName: "expenses.csv"))
      }),
    Operation(
      method: .get, path: "\(GroupsResource.path)/{groupID}/document", id: "exportGroupDocument",
      summary: "A group as one document, which `importGroup` brings back",
      details: """
        Members, categories, rates, and expenses with all parts and comments. The files of \
        receipts are in the archive of everything alone.
        """,
      scope: .read, pathParameters: [GroupsResource.groupID],
      outcome: .content("application/json"),
      handler: { call in
        let file = try await call.spool { connection, write in
          try call.requireGroup(in: connection)
          try GroupDocument.write(call.groupID, in: connection, to: write)
        }
        return Reply(
          content: .other(file, type: "application/json", fileName: "group.json"))
      }),
  ]
}
