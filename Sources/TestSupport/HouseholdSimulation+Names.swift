// The household's key of a name, not the one of accounts.
import enum Household.NameKey
import SQLite

extension HouseholdSimulation {
  /// Whatever was merged, a name and the key that it is found by belong together.
  func checkNameKeys(_ device: SimulatedDevice) throws {
    let names = [
      ("homes", "name"), ("locations", "name"), ("labels", "name"), ("items", "name"),
      ("policies", "provider"),
    ]
    for (table, column) in names {
      try device.connection.forEach(
        "SELECT id, \(column), nameKey FROM \(table) ORDER BY id"
      ) { row in
        let (name, key) = (row.text(1), row.text(2))
        try require(
          NameKey.make(name) == key, "a name and its key belong together",
          "\(device.name) \(table) \(row.text(0)): \(name) has \(key)")
      }
    }
  }
}
