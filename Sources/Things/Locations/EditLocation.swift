import Household
import Replica
import SyncProtocol

/// Changes the details of a place.
package struct EditLocation: Sendable {
  package var locationID: RecordID
  package var details: LocationDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the place as it is now.
  package var base: LocationDetails?

  package typealias Failure = UseCaseFailure

  package init(locationID: RecordID, details: LocationDetails, base: LocationDetails? = nil) {
    self.locationID = locationID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Location {
    let connection = transaction.connection
    guard let old = try Location.find(locationID, in: connection) else {
      throw Failure.locationNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.locationNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.clean(details, LocationDetails.fields)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var (shown, location) = (old, old)
    if let base { shown.details = base }
    location.details = details
    if location.nameKey != shown.nameKey,
      let taken = try Location.sibling(
        named: location.nameKey, parent: old.parentID, home: old.homeID, except: old.id,
        in: connection)
    {
      throw Failure.nameTaken(taken)
    }
    return try location.update(from: shown, over: old, in: connection)
  }
}
