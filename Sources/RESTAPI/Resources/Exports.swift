import HTTPServer
import Household
import SQLite
import SyncProtocol

/// Everything to take along, for other programs.
enum ExportResource: Resource {
  static let tag = "Export"
  static let schemas: [JSON.Member] = []

  static let operations = [
    Operation(
      method: .get, path: "/api/v1/export", id: "exportAll",
      summary: "Everything that the account sees, of one moment",
      details: "The form of `household.json` that `hearth export` writes, without the photos.",
      scope: .read, needsAllHomes: true, outcome: .plainJSON("Every table with its rows."),
      handler: { call in
        let file = try await call.spool { connection, write in
          try HouseholdExport.writeJSON(in: connection, to: write)
        }
        return Reply(
          content: .other(file, type: "application/json", fileName: "household.json"))
      }),
    Operation(
      method: .get, path: "/api/v1/homes/{homeID}/export", id: "exportHome",
      summary: "A home's items as a table, which Hearth and Homebox import", scope: .read,
      pathParameters: [HomesResource.homeID], outcome: .content("text/csv"),
      handler: { call in
        let home = call.path("homeID")
        let file = try await call.spool { connection, write in
          try call.requireHome(home, in: connection)
          try HouseholdExport.writeCSV(of: home, in: connection, to: write)
        }
        return Reply(
          content: .other(file, type: "text/csv; charset=utf-8", fileName: "home.csv"))
      }),
  ]
}

extension Call {
  typealias Writer = HouseholdExport.Sink

  /// Writes an answer of any size into a file without a name while one moment of the replica is
  /// held; from there it is sent as fast as the program reads it.
  fileprivate func spool(
    _ body: @escaping @Sendable (Connection, @escaping Writer) throws -> Void
  ) async throws -> HTTPResponse.Body {
    let directory = api.means.spoolDirectory
    return try await read { connection in
      do {
        let table = try SpooledFile(unnamedIn: directory) { try body(connection, $0) }
        return .file(FileSlice(file: table.file, count: table.size))
      } catch let error as FileError where error.isFull {
        throw Problem.storage
      }
    }
  }
}
