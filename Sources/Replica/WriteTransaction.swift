import SQLite
import SyncProtocol

/// The open transaction a use case writes in. The only way to write a replica's synced tables.
///
/// Everything written through `connection` is captured and becomes one change set. What a use case
/// needs from outside (time, new ids, who is acting) comes from here, so that it is a function of
/// its inputs and the database.
public final class WriteTransaction {
  public let connection: Connection
  /// The account whose replica this is: who acts.
  public let accountID: AccountID
  public let nowMilliseconds: Int64
  private var random: any RandomNumberGenerator
  private let isNewZone: (ZoneID) -> Bool
  /// What became of records that were combined with others in this transaction.
  private(set) var combined: [RecordKey: RecordPlace] = [:]

  public init(
    connection: Connection, accountID: AccountID, nowMilliseconds: Int64,
    random: any RandomNumberGenerator, isNewZone: @escaping (ZoneID) -> Bool = { _ in false }
  ) {
    self.connection = connection
    self.accountID = accountID
    self.nowMilliseconds = nowMilliseconds
    self.random = random
    self.isNewZone = isNewZone
  }

  /// A fresh UUIDv7.
  public func newID() -> RecordID {
    var random = self.random
    defer { self.random = random }
    return UUIDs.v7(milliseconds: nowMilliseconds, using: &random)
  }

  /// The account's role in a zone, or `nil` when it is not in it. A zone made in this transaction
  /// is its author's.
  public func role(in zone: ZoneID) throws -> Role? {
    if let row = try ZoneRow.find(zone, in: connection) { return row.role }
    return isNewZone(zone) ? .owner : nil
  }

  /// Says that the record deleted in this transaction was combined with `place`: references to it
  /// follow there, late edits of it are refused. For a root: its zone was merged into that zone.
  public func combine(_ table: String, _ id: RecordID, into place: RecordPlace) {
    combined[RecordKey(table, id)] = place
  }
}
