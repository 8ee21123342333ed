import Replica
import SQLite
import SyncProtocol

/// Deletes a home with everything in it, for everybody.
///
/// Meant to run as a hub-confirmed transaction: only the hub knows whether somebody has added to
/// the home meanwhile.
package struct DeleteHome: Sendable {
  package var homeID: ZoneID

  package enum Failure: Error, Equatable {
    case homeNotFound, notOwner
    /// Everybody has at least one home (BR-4).
    case lastHome
    /// Another home must become primary first (BR-6).
    case primaryHome
  }

  package init(homeID: ZoneID) { self.homeID = homeID }

  /// Every table of a home's zone, parts before the tables they are part of.
  static let tables = Things.schema.tables.reversed().filter {
    $0.zoneKinds.contains(.home) && !$0.isHubOwned && !$0.isRoot
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    if let failure = try obstacle(in: transaction) { throw failure }
    for table in Self.tables {
      try transaction.connection.execute(
        "DELETE FROM \(table.name) WHERE homeID = ?", .text(homeID))
    }
    try transaction.connection.execute("DELETE FROM homes WHERE id = ?", .text(homeID))
  }

  /// Why the home cannot be deleted now; `nil` if it can. A page shows this beside the button.
  package func obstacle(in transaction: WriteTransaction) throws -> Failure? {
    try obstacle(in: transaction.connection, role: transaction.role(in: homeID))
  }

  package func obstacle(in connection: Connection, role: Role?) throws -> Failure? {
    guard let role, try Home.find(homeID, in: connection) != nil else { return .homeNotFound }
    guard role == .owner else { return .notOwner }
    let count = try connection.first("SELECT count(*) FROM homes") { $0.integer(0) } ?? 0
    guard count > 1 else { return .lastHome }
    guard try PrimaryHome.find(in: connection) != homeID else { return .primaryHome }
    return nil
  }
}
