import Household
import Replica
import SyncProtocol

/// Changes a home's details.
package struct EditHome: Sendable {
  package var homeID: ZoneID
  package var details: HomeDetails
  /// The details that the form showed when it was opened; `nil` for the home as it is now.
  ///
  /// Only differences from them are written, so that changes by others meanwhile are kept.
  package var base: HomeDetails?

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID, details: HomeDetails, base: HomeDetails? = nil) {
    self.homeID = homeID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Home {
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    guard let old = try Home.find(homeID, in: transaction.connection) else {
      throw Failure.homeNotFound
    }
    var check = InputCheck()
    var details = check.home(details)
    var (shown, home) = (old, old)
    shown.details = base ?? old.details
    try transaction.keepAmounts(
      of: homeID, &details, shown: &shown.details, HomeDetails.fields, &check)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    home.details = details
    return try home.update(from: shown, over: old, in: transaction.connection)
  }
}
