import Household
import Replica
import SQLite
import SyncProtocol

/// Deletes a place and its photos.
///
/// Its items stay in the home without a place, and templates that name the place lose it. Places
/// inside it move up one level.
package struct DeleteLocation: Sendable {
  package var locationID: RecordID

  package typealias Failure = UseCaseFailure

  /// How much was in the place: items, places directly inside it, and photos.
  package struct Result: Equatable, Sendable {
    package let itemCount: Int
    package let locationCount: Int
    package let photoCount: Int
  }

  package init(locationID: RecordID) { self.locationID = locationID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Result {
    let connection = transaction.connection
    guard let location = try Location.find(locationID, in: connection) else {
      throw Failure.locationNotFound
    }
    try transaction.requireWritable(
      location.homeID, orThrow: Failure.locationNotFound, readOnly: Failure.readOnlyHome)
    let place: [Value] = [.text(location.homeID), .text(location.id)]
    let result = Result(
      itemCount: try connection.execute(
        "UPDATE items SET locationID = NULL WHERE homeID = ? AND locationID = ?", place),
      locationCount: try connection.execute(
        "UPDATE locations SET parentID = ? WHERE homeID = ? AND parentID = ?",
        [Value(location.parentID)] + place),
      photoCount: try connection.execute(
        "DELETE FROM photos WHERE homeID = ? AND locationID = ?", place))
    try connection.execute(
      "UPDATE templates SET locationID = NULL WHERE homeID = ? AND locationID = ?", place)
    try location.delete(in: connection)
    return result
  }
}
