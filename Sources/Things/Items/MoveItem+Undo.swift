import Replica
import SQLite
import SyncProtocol

extension MoveItem {
  /// What happens to an item's labels when it moves to another home.
  package struct Labels: Equatable, Sendable {
    /// Names of labels that the other home has, by name.
    package var known: [String] = []
    /// Names of labels that will be created there, by name.
    package var made: [String] = []
  }

  /// Which of the item's labels the other home has and lacks; both empty if the item is gone.
  package func labels(in connection: Connection) throws -> Labels {
    var labels = Labels()
    guard let page = try ItemPage(item: itemID, in: connection) else { return labels }
    for label in page.labels {
      if try Label.named(label.nameKey, home: homeID, in: connection) == nil {
        labels.made.append(label.name)
      } else {
        labels.known.append(label.name)
      }
    }
    return labels
  }

  /// Moves the item, and returns what is needed to move it back.
  package func undoably(_ transaction: WriteTransaction) throws -> UndoMove {
    let connection = transaction.connection
    guard let item = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    let before = Set(try Self.labelIDs(home: homeID, in: connection))
    let moved = try self(transaction)
    return UndoMove(
      before: item, name: moved.details.name, homeID: homeID,
      madeLabels: try Self.labelIDs(home: homeID, in: connection).filter { !before.contains($0) })
  }

  private static func labelIDs(home: ZoneID, in connection: Connection) throws -> [RecordID] {
    try connection.query("SELECT id FROM labels WHERE homeID = ? ORDER BY id", .text(home)) {
      $0.text(0)
    }
  }
}

/// Where an item was before it was moved to another home.
package struct UndoMove: Equatable, Sendable {
  let before: Item
  package let name: String
  let homeID: ZoneID
  /// Labels that the move created in the other home.
  let madeLabels: [RecordID]
}

/// Moves an item back home, with the changes made to it meanwhile.
///
/// It has no place if its place is gone by now. Labels that the move created are deleted, unless
/// other items have them.
package struct MoveBack: Sendable {
  package var undo: UndoMove

  package init(_ undo: UndoMove) { self.undo = undo }

  /// Throws ``MoveItem/Failure``, also if the item has been moved elsewhere since.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Item {
    let connection = transaction.connection
    let (id, home) = (undo.before.id, undo.before.homeID)
    guard try Item.find(id, in: connection)?.homeID == undo.homeID else {
      throw MoveItem.Failure.itemNotFound
    }
    var place = undo.before.details.locationID
    if try !transaction.isLocation(place, in: home) { place = nil }
    let item = try MoveItem(itemID: id, homeID: home, locationID: place)(transaction)
    for label in undo.madeLabels {
      let isUsed = try connection.first(
        "SELECT 1 FROM itemLabels WHERE homeID = ? AND labelID = ?", .text(undo.homeID),
        .text(label)
      ) { _ in true }
      if isUsed == nil { try Label.find(label, in: connection)?.delete(in: connection) }
    }
    return item
  }
}
