import Replica
import SyncProtocol

/// Deletes something to do or done for an item, and hands back its row, which brings it back.
package struct DeleteMaintenance: Sendable {
  package var entryID: RecordID

  package enum Failure: Error, Equatable { case entryNotFound, readOnlyHome }

  package init(entryID: RecordID) { self.entryID = entryID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> MaintenanceEntry {
    guard let entry = try MaintenanceEntry.find(entryID, in: transaction.connection) else {
      throw Failure.entryNotFound
    }
    try transaction.requireWritable(
      entry.homeID, orThrow: Failure.entryNotFound, readOnly: Failure.readOnlyHome)
    try entry.delete(in: transaction.connection)
    return entry
  }
}

/// Brings a deleted entry back under its id.
package struct RestoreMaintenance: Sendable {
  package var entry: MaintenanceEntry

  package enum Failure: Error, Equatable {
    case homeNotFound, readOnlyHome
    /// Its item is gone by now, or in another home.
    case itemNotFound
    /// It is there: somebody brought it back already.
    case alreadyThere
  }

  package init(_ entry: MaintenanceEntry) { self.entry = entry }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> MaintenanceEntry {
    let connection = transaction.connection
    try transaction.requireWritable(
      entry.homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    guard try Item.find(entry.itemID, in: connection)?.homeID == entry.homeID else {
      throw Failure.itemNotFound
    }
    guard try MaintenanceEntry.find(entry.id, in: connection) == nil else {
      throw Failure.alreadyThere
    }
    try entry.insert(in: connection)
    return entry
  }
}
