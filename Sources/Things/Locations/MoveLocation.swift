import Household
import Replica
import SyncProtocol

/// Moves a place, with everything in it, into another place of its home.
package struct MoveLocation: Sendable {
  package var locationID: RecordID
  /// `nil` to move it directly into the home.
  package var parentID: RecordID?

  package typealias Failure = UseCaseFailure

  package init(locationID: RecordID, parentID: RecordID?) {
    self.locationID = locationID
    self.parentID = parentID
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Location {
    let connection = transaction.connection
    guard let old = try Location.find(locationID, in: connection) else {
      throw Failure.locationNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.locationNotFound, readOnly: Failure.readOnlyHome)
    if let reason = try obstacle(for: old, transaction) {
      throw Failure.invalid([InputProblem(field: .parentID, reason: reason)])
    }
    var location = old
    location.parentID = parentID
    if old.parentID != parentID,
      let taken = try Location.sibling(
        named: old.nameKey, parent: parentID, home: old.homeID, except: old.id, in: connection)
    {
      throw Failure.nameTaken(taken)
    }
    try location.update(from: old, in: connection)
    return location
  }

  private func obstacle(
    for location: Location, _ transaction: WriteTransaction
  ) throws -> InputProblem.Reason? {
    guard let parentID else { return nil }
    guard try transaction.isLocation(parentID, in: location.homeID) else { return .notInThisHome }
    let lineage = try Location.lineage(parentID, in: transaction.connection)
    guard !lineage.contains(locationID) else { return .loop }
    let height = try Location.height(locationID, in: transaction.connection)
    guard lineage.count + height <= Location.maxDepth else {
      return .tooDeep(max: Location.maxDepth)
    }
    return nil
  }
}
