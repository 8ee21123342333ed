import Household
import Replica
import SQLite
import SyncProtocol

extension Things: DomainArea {
  // A merge record holds the names of both homes.
  package static let naming = ["homeMerges": ["targetID", "restoredID"]]
  package static var localTables: [Hiding.Table] { HouseholdIndex.localTables }

  package static func settle(_ connection: Connection, _ sources: DomainSources) throws {
    try HouseholdIndex.settle(connection)
  }

  package static func refresh(
    _ connection: Connection, changed: [RecordKey], _ sources: DomainSources
  ) throws {
    try HouseholdIndex.refresh(connection, changed: changed)
  }

  package static func eraseRemoved(
    _ connection: Connection, now: Int64, _ sources: DomainSources
  ) throws -> Bool {
    try HouseholdIndex.words.eraseRemoved(connection, now: now)
  }
}

extension HouseholdIndex {
  /// The index tables that hold data of homes. `itemParts` is left out: it is only written to.
  static let localTables: [Hiding.Table] = [
    .ofZones("itemIndex", column: "homeID", amounts: ["value": .null]),
    .ofZones(
      "itemTotals", column: "homeID",
      amounts: ["pricedCount": .zero, "value": .zero, "valueHigh": .zero]),
    .about(
      "labels", "labelTotals", column: "labelID",
      amounts: ["pricedCount": .zero, "value": .zero, "valueHigh": .zero]),
    .words("itemTerms"),
    .open("itemIndexState"),
  ]
}
