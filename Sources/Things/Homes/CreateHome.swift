import Household
import SQLite
import Replica
import SyncProtocol

/// Creates a home with the picked rooms and the default labels, owned by its author.
///
/// The hub counts owned homes (X21): one too many is refused there, and parked with the reason.
package struct CreateHome: Sendable {
  package var details: HomeDetails
  /// Names from `HomeDefaults.rooms`; `nil` for those that are picked by default.
  package var rooms: Set<String>?

  package typealias Failure = UseCaseFailure

  package init(_ details: HomeDetails, rooms: Set<String>? = nil) {
    self.details = details
    self.rooms = rooms
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Home {
    var check = InputCheck()
    let details = check.home(details)
    let known = Set(HomeDefaults.rooms.map(\.name))
    if let rooms, !rooms.isSubset(of: known) { check.fail(.rooms, .notInThisHome) }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let picked = rooms ?? Set(HomeDefaults.rooms.filter(\.isPicked).map(\.name))
    var home = Home(
      id: transaction.newID(), name: details.name, createdAt: transaction.nowMilliseconds)
    home.details = details
    home.defaultsVersion = HomeDefaults.version
    try home.insert(in: transaction.connection)
    try HomeDefaults.insert(
      rooms: picked, into: home.id, now: transaction.nowMilliseconds, in: transaction.connection)
    return home
  }
}

/// Adds the default rooms and labels to a home that the hub created.
///
/// Running it again writes nothing, whatever people have renamed or deleted since (D-HOM-18).
package struct AddDefaults: Sendable {
  package var homeID: ZoneID

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID) { self.homeID = homeID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    guard let old = try Home.find(homeID, in: transaction.connection), old.defaultsVersion == 0
    else { return }
    var home = old
    home.defaultsVersion = HomeDefaults.version
    try home.update(from: old, in: transaction.connection)
    try HomeDefaults.insert(
      rooms: Set(HomeDefaults.rooms.filter(\.isPicked).map(\.name)), into: homeID,
      now: transaction.nowMilliseconds, in: transaction.connection)
  }

  /// Whether a home of this account still needs its defaults.
  package static func isNeeded(in connection: Connection) throws -> Bool {
    try connection.first(
      """
      SELECT count(*) FROM homes AS h JOIN syncZones AS z ON z.id = h.id
        WHERE h.defaultsVersion = 0 AND z.role = 'owner'
      """
    ) { $0.integer(0) > 0 } ?? false
  }

  /// The homes that still need their defaults: owned by this account, and not given any yet.
  package static func pending(in transaction: WriteTransaction) throws -> [ZoneID] {
    try transaction.connection.query("SELECT id FROM homes WHERE defaultsVersion = 0 ORDER BY id") {
      $0.text(0)
    }.filter { try transaction.role(in: $0) == .owner }
  }
}
