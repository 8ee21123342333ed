import Household
import SQLite
import SyncProtocol

extension Things {
  /// The tables whose rows name files: photos and papers. Code that sends, keeps or removes files
  /// uses this list, so that none of it misses a table.
  package static let fileTables = schema.tables.filter { table in
    table.registers.contains { $0.name == Household.fileRegister }
  }.map(\.name)

  /// Every file that a replica's rows name, with the row's home; a file named by several rows is
  /// listed several times.
  package static func files(
    in connection: Connection
  ) throws -> [(blobHash: String, homeID: ZoneID)] {
    try fileTables.flatMap { table in
      try connection.query("SELECT \(Household.fileRegister), homeID FROM \(table)") {
        ($0.text(0), $0.text(1))
      }
    }
  }
}
