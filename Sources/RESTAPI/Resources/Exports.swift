import Families
import Finances
import HTTPServer
import Intake
import SQLite
import SyncProtocol
import Things

/// Exports of everything, for other programs.
enum ExportResource: Resource {
  static let tag = "Export"
  static let schemas: [JSON.Member] = []

  private static let format = Parameter(
    "format", .choice(["zip", "movingbox"]), example: "zip",
    "Another form: one ZIP with photos and papers.")

  static let operations = [
    Operation(
      method: .get, path: "/api/v1/export", id: "exportAll",
      summary: "Everything that the account sees, of one moment",
      details: """
        The form of `household.json` that `hearth export` writes, without the photos. With \
        `format=zip` one archive with everything: records, tables, photos and papers, which \
        importing brings back whole; with `format=movingbox` one that MovingBox reads: without \
        what is sold or archived, and with the currency in the notes of items whose amounts are in \
        another one than their home's.
        """,
      scope: .read, needsAllHomes: true, query: [format],
      outcome: .plainJSON("Every table with its rows."), otherTypes: ["application/zip"],
      handler: { call in
        if let archive = try await call.archive(of: nil) { return archive }
        let file = try await call.spool { connection, write in
          try HouseholdExport.writeJSON(in: connection, to: write)
        }
        return Reply(
          content: .other(file, type: "application/json", fileName: "household.json"))
      }),
    Operation(
      method: .get, path: "/api/v1/homes/{homeID}/export", id: "exportHome",
      summary: "A home's items as a table, which Hearth and Homebox import",
      details: """
        The table has all that is written down of each item, with its own fields; photos, papers \
        and maintenance are not in it. With `format=zip` the home as one archive with everything: \
        records, photos and papers; with `format=movingbox` one that MovingBox reads.
        """,
      scope: .read, pathParameters: [HomesResource.homeID], query: [format],
      outcome: .content("text/csv"), otherTypes: ["application/zip"],
      handler: { call in
        let home = call.path("homeID")
        if let archive = try await call.archive(of: home) { return archive }
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
  /// A ZIP, if the call requests one. Its photos are read while the client receives it.
  fileprivate func archive(of home: ZoneID?) async throws -> Reply? {
    guard let format = query("format") else { return nil }
    return try await zip { connection, now, sink in
      if let home { try requireHome(home, in: connection) }
      guard format == "zip" else {
        return try MovingBoxWriter(of: home, in: connection, now: now, to: sink)
      }
      let documents =
        try home == nil
        ? Finances.archived(in: connection) + Families.archived(in: connection) : []
      return try ArchiveWriter(of: home, documents: documents, in: connection, now: now, to: sink)
    }
  }

  /// A ZIP whose files are read while the client receives it.
  func zip(
    _ open:
      @escaping @Sendable (Connection, _ now: Int64, @escaping Writer) throws
      -> any OpenArchive
  ) async throws -> Reply {
    let means = api.means
    let now = means.now()
    let body = try await read { connection in
      do {
        return try ArchiveBody.begin(
          unnamedIn: means.spoolDirectory, blobs: means.photos.blobs, pool: means.filePool
        ) { try open(connection, now, $0) }
      } catch let error as FileError where error.isFull {
        throw Problem.storage
      }
    }
    return Reply(content: .other(body, type: "application/zip", fileName: "hearth.zip"))
  }

  typealias Writer = HouseholdExport.Sink

  /// Writes a response of any size to an unnamed file, from one snapshot of the replica. The file
  /// is then sent as fast as the client reads it.
  func spool(
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
