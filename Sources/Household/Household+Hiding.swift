import Replica

extension Household {
  /// The parts of a replica that are not read while shared homes are hidden (I1-3).
  ///
  /// - Parameter isOn: asked before each read; it must not block.
  package static func hiding(_ isOn: @escaping @Sendable () throws -> Bool) -> Hiding {
    Hiding(
      tables: HouseholdIndex.localTables,
      // A merge record holds the names of both homes.
      naming: ["homeMerges": ["targetID", "restoredID"]], isOn: isOn)
  }
}

extension HouseholdIndex {
  /// The index tables that hold data of homes. `itemParts` is left out: it is only written to.
  static let localTables: [Hiding.Table] = [
    .ofZones("itemIndex", column: "homeID"), .ofZones("itemTotals", column: "homeID"),
    .about("labels", "labelTotals", column: "labelID"), .words("itemTerms"),
    .open("itemIndexState"),
  ]
}
