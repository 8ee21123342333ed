import Household
import Replica
import SQLite
import SyncProtocol

/// Deletes a maintenance entry, and returns what is needed to restore it. Its papers stay with the
/// item.
package struct DeleteMaintenance: Sendable {
  package var entryID: RecordID

  package typealias Failure = UseCaseFailure

  package init(entryID: RecordID) { self.entryID = entryID }

  @discardableResult
  package func callAsFunction(
    _ transaction: WriteTransaction
  ) throws -> UndoDeleteMaintenance {
    let connection = transaction.connection
    guard let entry = try MaintenanceEntry.find(entryID, in: connection) else {
      throw Failure.entryNotFound
    }
    try transaction.requireWritable(
      entry.homeID, orThrow: Failure.entryNotFound, readOnly: Failure.readOnlyHome)
    let papers = try entry.releasePapers(in: connection)
    try entry.delete(in: connection)
    return UndoDeleteMaintenance(entry: entry, paperIDs: papers)
  }
}

extension MaintenanceEntry {
  /// Detaches the papers from an entry that is about to be deleted, and returns their ids.
  @discardableResult
  func releasePapers(in connection: Connection) throws -> [RecordID] {
    let papers = try Attachment.ofMaintenance([id], home: homeID, in: connection)[id] ?? []
    for paper in papers {
      var released = paper
      released.maintenanceID = nil
      try released.update(from: paper, in: connection)
    }
    return papers.map(\.id)
  }
}

/// A deleted entry as it was, and the papers that belonged to it.
package struct UndoDeleteMaintenance: Equatable, Sendable {
  package let entry: MaintenanceEntry
  let paperIDs: [RecordID]
}

/// Restores a deleted entry under its id, with those of its papers that still exist and belong to
/// no other entry.
package struct RestoreMaintenance: Sendable {
  package var undo: UndoDeleteMaintenance

  package typealias Failure = UseCaseFailure

  package init(_ undo: UndoDeleteMaintenance) { self.undo = undo }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> MaintenanceEntry {
    let (connection, entry) = (transaction.connection, undo.entry)
    try transaction.requireWritable(
      entry.homeID, orThrow: Failure.homeGone, readOnly: Failure.readOnlyHome)
    guard try Item.find(entry.itemID, in: connection)?.homeID == entry.homeID else {
      throw Failure.itemNotFound
    }
    guard try MaintenanceEntry.find(entry.id, in: connection) == nil else {
      throw Failure.alreadyThere
    }
    try entry.insert(in: connection)
    for id in undo.paperIDs {
      guard let paper = try Attachment.find(id, in: connection), paper.homeID == entry.homeID,
        paper.subject == .item(entry.itemID), paper.maintenanceID == nil
      else { continue }
      var given = paper
      given.maintenanceID = entry.id
      try given.update(from: paper, in: connection)
    }
    return entry
  }
}
