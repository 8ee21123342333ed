import SQLite
import SyncProtocol

/// A home as the hub kept it for somebody who lost it, in a store of its own in memory.
package struct HomeCopy {
  private let connection: Connection

  /// - Parameter wireBytes: a JSON array of effects that put the home's records.
  package init(wireBytes: [UInt8]) throws {
    connection = try Connection(path: ":memory:")
    for script in Household.migrations { try connection.executeScript(script) }
    var effects: [Effect] = []
    try WireReader.read(wireBytes) { reader throws(WireError) in
      try reader.array { reader throws(WireError) in
        effects.append(try Effect(from: &reader))
      }
    }
    let home = effects.first { $0.table == "homes" }?.id ?? ""
    try connection.transaction {
      for effect in effects { try put(effect, in: home) }
    }
  }

  /// Writes the home's items as Homebox does, for any Hearth to import.
  package func writeCSV(to sink: @escaping HouseholdExport.Sink) throws {
    let homes = try HouseholdExport.homes(in: connection)
    try HouseholdExport.writeCSV(of: homes.first?.id ?? "", in: connection, to: sink)
  }

  /// What this program does not know is left out: who was in the home, and what a newer one wrote.
  private func put(_ effect: Effect, in home: ZoneID) throws {
    guard let table = Household.schema.table(effect.table), !table.isHubOwned else { return }
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
