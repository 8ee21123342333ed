import Replica

extension Household {
  /// What of a replica is not read while shared homes are hidden (I1-3).
  ///
  /// - Parameter isOn: asked before each reading; it must not wait.
  package static func hiding(_ isOn: @escaping @Sendable () throws -> Bool) -> Hiding {
    Hiding(
      tables: HouseholdIndex.localTables,
      // A merge tells what both homes were called.
      naming: ["homeMerges": ["targetID", "restoredID"]], isOn: isOn)
  }
}

extension HouseholdIndex {
  /// What its tables hold of homes. `itemParts` is for writing alone.
  static let localTables: [Hiding.Table] = [
    .ofZones("itemIndex", column: "homeID"), .ofZones("itemTotals", column: "homeID"),
    .about("labels", "labelTotals", column: "labelID"), .words("itemTerms"),
    .open("itemIndexState"),
  ]
}
