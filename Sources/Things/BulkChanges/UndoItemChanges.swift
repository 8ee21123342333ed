import Replica
import SQLite
import SyncProtocol

/// What is needed to undo a change of many items.
package struct UndoChanges: Equatable, Sendable {
  let steps: [Step]
  /// Labels that the change created.
  let madeLabels: [RecordID]

  enum Step: Equatable, Sendable {
    case move(Item, home: ZoneID, location: RecordID?)
    case labels(RecordID, added: Set<RecordID>, removed: Set<RecordID>)
    case edit(RecordID, before: ItemDetails, after: ItemDetails, ItemEdit)
    case delete(UndoDelete)
  }

  /// The number of items changed; items that already had the new value are not counted.
  package var count: Int { steps.count }
}

/// Undoes a change of many items.
///
/// Items that somebody has changed again since stay as they are. Labels that the change created are
/// deleted, unless other items have them.
package struct UndoItemChanges: Sendable {
  package var undo: UndoChanges

  package struct Outcome: Equatable, Sendable {
    package var undoneCount = 0
    /// Items changed again or deleted since, or in a home that is gone.
    package var leftCount = 0
  }

  package init(_ undo: UndoChanges) { self.undo = undo }

  package func callAsFunction(_ transaction: WriteTransaction) throws -> Outcome {
    var outcome = Outcome()
    for step in undo.steps {
      if try takeBack(step, transaction) {
        outcome.undoneCount += 1
      } else {
        outcome.leftCount += 1
      }
    }
    let connection = transaction.connection
    for id in undo.madeLabels {
      guard let label = try Label.find(id, in: connection) else { continue }
      let isUsed = try connection.first(
        "SELECT 1 FROM itemLabels WHERE homeID = ? AND labelID = ?", .text(label.homeID), .text(id)
      ) { _ in true }
      if isUsed == nil, try transaction.role(in: label.homeID)?.canWrite == true {
        try label.delete(in: connection)
      }
    }
    return outcome
  }

  /// Undoes one step; returns `false` if the item was no longer as the change had left it.
  private func takeBack(
    _ step: UndoChanges.Step, _ transaction: WriteTransaction
  ) throws -> Bool {
    let connection = transaction.connection
    switch step {
    case .move(let before, let home, let location):
      guard let item = try Item.find(before.id, in: connection), item.homeID == home,
        item.details.locationID == location
      else { return false }
      let back = UndoMove(before: before, name: before.details.name, homeID: home, madeLabels: [])
      do {
        try MoveBack(back)(transaction)
      } catch is MoveItem.Failure {
        return false
      }
    case .labels(let id, let added, let removed):
      guard let item = try Item.find(id, in: connection) else { return false }
      let present = Set(try ItemLabel.of(item, in: connection).map(\.labelID))
      let there = try removed.filter { try transaction.areLabels([$0], in: item.homeID) }
      do {
        try SetItemLabels(
          itemID: id, labelIDs: present.subtracting(added).union(there))(transaction)
      } catch is SetItemLabels.Failure {
        return false
      }
    case .edit(let id, let before, let after, let edit):
      guard let item = try Item.find(id, in: connection),
        edit.value(in: item.details) == edit.value(in: after)
      else { return false }
      var details = item.details
      edit.value(in: before).apply(to: &details)
      do {
        try EditItem(itemID: id, details: details)(transaction)
      } catch is EditItem.Failure {
        return false
      }
    case .delete(let undo):
      do {
        try RestoreItem(undo)(transaction)
      } catch is RestoreItem.Failure {
        return false
      }
    }
    return true
  }
}
