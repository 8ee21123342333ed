import Household
import SQLite
import SyncProtocol

extension HearthDomain {
  /// The register that holds the hash of a row's file in the blob store.
  package static let fileRegister = Household.fileRegister

  /// The tables of all areas whose rows name files: photos, papers and receipts. Code that sends,
  /// keeps or removes files uses this list, so that none of it misses a table.
  package static let fileTables = schema.tables.filter { table in
    table.registers.contains { $0.name == fileRegister }
  }.map(\.name)

  /// The tables of what is shared as a whole: homes and groups.
  package static let rootTables = Set(schema.zoneKinds.values.map(\.rootTable))

  /// Every file that a replica's rows name, with the row's zone; a file named by several rows is
  /// listed several times.
  package static func files(
    in connection: Connection
  ) throws -> [(blobHash: String, zone: ZoneID)] {
    try fileTables.flatMap { name -> [(blobHash: String, zone: ZoneID)] in
      guard let zone = schema.table(name)?.zoneColumn else { return [] }
      return try connection.query("SELECT \(fileRegister), \(zone) FROM \(name)") {
        ($0.text(0), $0.text(1))
      }
    }
  }

  /// The zones that a replica has.
  package static func zones(in connection: Connection) throws -> Set<ZoneID> {
    Set(
      try rootTables.flatMap { table in
        try connection.query("SELECT id FROM \(table)") { $0.text(0) }
      })
  }
}
