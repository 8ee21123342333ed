import Household
import Replica
import SQLite
import SyncProtocol

/// The home that the program opens with (X10, BR-2): exactly one, as long as there is any home.
package enum PrimaryHome {
  /// The chosen home while it can be read, or else a default.
  ///
  /// The default is the oldest home that the person owns, or else the oldest of all; equally old
  /// ones are ordered by id (D-HOM-6). Joining an older home therefore changes nothing.
  package static func find(in connection: Connection) throws -> ZoneID? {
    if isPlanted(.lostHomeStaysPrimary), let chosen = try Profile.own(in: connection)?.primaryHomeID
    {
      return chosen
    }
    return try connection.first(
      """
      SELECT h.id FROM homes AS h LEFT JOIN syncZones AS z ON z.id = h.id
        ORDER BY h.id = (SELECT primaryHomeID FROM profiles ORDER BY id LIMIT 1) DESC NULLS LAST,
          z.role = 'owner' DESC, h.createdAt, h.id
        LIMIT 1
      """
    ) { $0.text(0) }
  }
}

/// Chooses the home that the program opens with, for this person on all devices.
package struct SetPrimaryHome: Sendable {
  package var homeID: ZoneID

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID) { self.homeID = homeID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    guard try Home.find(homeID, in: transaction.connection) != nil else {
      throw Failure.homeNotFound
    }
    guard let old = try Profile.own(in: transaction.connection) else {
      throw Failure.profileMissing
    }
    var profile = old
    profile.primaryHomeID = homeID
    try profile.update(from: old, in: transaction.connection)
  }
}
