import Household
import Replica
import SQLite
import SyncProtocol

/// Removes all homes that a person owns alone, at once, in favour of a home that they have joined,
/// which becomes the primary one.
///
/// Homes that they share with others, and homes of others, stay (D-FRS-2). Removed homes are in
/// Recently deleted for 30 days. Meant to run as a hub-confirmed transaction once the other home is
/// there: nothing is removed before (D-FRS-1).
package struct StartFresh: Sendable {
  package var keptID: ZoneID

  package enum Failure: Error, Equatable {
    /// The home to keep has not arrived yet, or is gone.
    case homeNotFound
    /// More records than fit into one change set; delete a home first.
    case tooLarge(max: Int)
    case profileMissing
  }

  package init(keptID: ZoneID) { self.keptID = keptID }

  /// The homes that would be removed, and those that would stay, by name.
  package struct Plan: Equatable, Sendable {
    package struct Home: Equatable, Sendable {
      package var id: ZoneID
      package var name: String
      package var items: Int
      package var photos: Int
    }

    package var removed: [Home] = []
    /// The person's own homes that others have access to.
    package var sharedOut: [Home] = []
    package var records = 0

    package var items: Int { removed.reduce(0) { $0 + $1.items } }
  }

  /// - Parameter keptID: `nil` before the other home has been joined.
  package static func plan(keeping keptID: ZoneID?, in connection: Connection) throws -> Plan {
    var plan = Plan()
    for row in try HomeList.rows(in: connection) where row.role == .owner && row.id != keptID {
      let home = Plan.Home(
        id: row.id, name: row.name, items: try count("items", of: row.id, connection),
        photos: try count("photos", of: row.id, connection))
      if row.participants.contains(where: { $0.role != .owner }) {
        plan.sharedOut.append(home)
      } else {
        plan.removed.append(home)
        for table in DeleteHome.tables {
          plan.records += try count(table.name, of: row.id, connection)
        }
      }
    }
    return plan
  }

  private static func count(
    _ table: String, of home: ZoneID, _ connection: Connection
  ) throws -> Int {
    try connection.first("SELECT count(*) FROM \(table) WHERE homeID = ?", .text(home)) {
      Int($0.integer(0))
    } ?? 0
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Plan {
    let connection = transaction.connection
    guard try Home.find(keptID, in: connection) != nil, try transaction.role(in: keptID) != nil
    else { throw Failure.homeNotFound }
    let plan = try Self.plan(keeping: keptID, in: connection)
    guard plan.records <= MergeHome.maxRecords else {
      throw Failure.tooLarge(max: MergeHome.maxRecords)
    }
    for home in plan.removed {
      for table in DeleteHome.tables {
        try connection.execute("DELETE FROM \(table.name) WHERE homeID = ?", .text(home.id))
      }
      try connection.execute("DELETE FROM homes WHERE id = ?", .text(home.id))
    }
    guard let old = try Profile.own(in: connection) else { throw Failure.profileMissing }
    var profile = old
    profile.primaryHomeID = keptID
    try profile.update(from: old, in: connection)
    return plan
  }
}
