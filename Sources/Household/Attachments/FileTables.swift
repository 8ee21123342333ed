import SQLite
import SyncProtocol

extension Household {
  /// The register in which a row names a file of the blob store, by its hash.
  package static let fileRegister = "blobHash"

  /// The tables whose rows name files: photos and papers. Whoever sends, keeps or removes files
  /// asks here, so that none of them forgets a table.
  package static let fileTables = schema.tables.filter { table in
    table.registers.contains { $0.name == fileRegister }
  }.map(\.name)

  /// Every file that a replica's rows name, with the home of the row; a file that several rows
  /// name comes several times.
  package static func files(
    in connection: Connection
  ) throws -> [(blobHash: String, homeID: ZoneID)] {
    try fileTables.flatMap { table in
      try connection.query("SELECT \(fileRegister), homeID FROM \(table)") {
        ($0.text(0), $0.text(1))
      }
    }
  }
}
