import SyncProtocol

/// A rule of the household that is broken on purpose, like `PlantedBug` of the engine. Exists in
/// debug builds only; the simulated households must detect each of them.
package enum HouseholdBug: String, CaseIterable, Sendable {
  // Use cases
  case formIgnoresBase, nameKeyKept, restoredToLostPlace, moveForgetsPhotos, labelsOfOtherHome
  case lostHomeStaysPrimary, mergeForgetsPhotos
  // The schema by which the hub judges
  case placeReferenceMissing, photoReferenceMissing

  /// The rule that is broken in this task, if any.
  @TaskLocal package static var active: HouseholdBug?

  /// The schema of hub and replicas while a bug is planted.
  package static var schema: SyncSchema {
    switch active {
    case .placeReferenceMissing: without("locationID", of: "items")
    case .photoReferenceMissing: without("itemID", of: "photos")
    default: Things.schema
    }
  }

  private static func without(_ reference: String, of name: String) -> SyncSchema {
    let tables = Things.schema.tables.filter { !$0.isHubOwned }.map { table in
      guard table.name == name else { return table }
      return TableSchema(
        table.name, in: table.zoneKinds, zoneColumn: table.zoneColumn, registers: table.registers,
        references: table.references.filter { $0.register != reference },
        hasNaturalID: table.hasNaturalID, retired: table.retired, isCounted: table.isCounted)
    }
    return SyncSchema(
      version: Things.schema.version, tables: tables, zoneKinds: Things.schema.zoneKinds)
  }
}

/// Whether `bug` is switched on; never in a release build.
@inline(__always)
func isPlanted(_ bug: HouseholdBug) -> Bool {
  #if PLANTED_BUGS
    HouseholdBug.active == bug
  #else
    false
  #endif
}
