import Household
import SQLite
import SyncProtocol

/// A home as the hub kept it for somebody who lost access, in a database of its own in memory.
package struct HomeCopy {
  private let connection: Connection
  private let homeID: ZoneID

  /// - Parameter wireBytes: a JSON array of effects, which put the home's records.
  package init(wireBytes: [UInt8]) throws {
    connection = try Connection(path: ":memory:")
    for script in Things.migrations { try connection.executeScript(script) }
    var effects: [Effect] = []
    try WireReader.read(wireBytes) { reader throws(WireError) in
      try reader.array { reader throws(WireError) in
        effects.append(try Effect(from: &reader))
      }
    }
    homeID = effects.first { $0.table == "homes" }?.id ?? ""
    try connection.transaction {
      for effect in effects { try put(effect, in: homeID) }
    }
  }

  /// Begins an archive of the home, which any Hearth can import; photos and papers are added later.
  ///
  /// - Parameter now: milliseconds since 1970.
  package func archive(
    now: Int64, to sink: @escaping HouseholdExport.Sink
  ) throws -> ArchiveWriter {
    try ArchiveWriter(of: homeID, in: connection, now: now, to: sink)
  }

  /// The photos and papers of the home, each file once, with a record that names it.
  package var files: [(blobHash: String, place: RecordPlace)] {
    get throws {
      var seen: Set<String> = []
      return try Things.fileTables.flatMap { table in
        try connection.query("SELECT \(Household.fileRegister), homeID, id FROM \(table)") {
          ($0.text(0), RecordPlace(zone: $0.text(1), id: $0.text(2)))
        }
      }.filter { seen.insert($0.0).inserted }
    }
  }

  /// Writes one record. Skips tables that this program does not know, and those of the hub, which
  /// tell who was in the home.
  private func put(_ effect: Effect, in home: ZoneID) throws {
    guard let table = Things.schema.table(effect.table), !table.isHubOwned else { return }
    var names = ["id"]
    var values: [Value] = [.text(effect.id)]
    if let zoneColumn = table.zoneColumn {
      names.append(zoneColumn)
      values.append(.text(home))
    }
    for register in table.registers {
      let content = effect.registers[register.name]
      for column in register.columns {
        names.append(column.name)
        let value = register.rule == .aggregate ? column.value(in: content) : content
        values.append(Self.value(value ?? column.defaultValue))
      }
    }
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    try connection.execute(
      "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(marks))", values)
  }

  private static func value(_ value: FieldValue) -> Value {
    switch value {
    case .null, .list, .map: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text)
    case .blob(let blob): .blob(blob)
    }
  }
}
