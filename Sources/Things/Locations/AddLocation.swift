import Household
import Replica
import SyncProtocol

/// Adds a place directly to a home, or inside another of its places.
package struct AddLocation: Sendable {
  package var homeID: ZoneID
  package var parentID: RecordID?
  package var details: LocationDetails

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID, parentID: RecordID? = nil, _ details: LocationDetails) {
    self.homeID = homeID
    self.parentID = parentID
    self.details = details
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Location {
    let connection = transaction.connection
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.clean(details, LocationDetails.fields)
    if try !transaction.isLocation(parentID, in: homeID) {
      check.fail(.parentID, .notInThisHome)
    } else if let parentID,
      try Location.lineage(parentID, in: connection).count >= Location.maxDepth
    {
      check.fail(.parentID, .tooDeep(max: Location.maxDepth))
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var location = Location(
      id: transaction.newID(), homeID: homeID, parentID: parentID, name: details.name,
      createdAt: transaction.nowMilliseconds)
    location.details = details
    if let taken = try Location.sibling(
      named: location.nameKey, parent: parentID, home: homeID, except: nil, in: connection)
    {
      throw Failure.nameTaken(taken)
    }
    try location.insert(in: connection)
    return location
  }
}
