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
  /// What follows the time in the id that was made last.
  private var lastID: (high: UInt64, low: UInt64)?
  private let isNewZone: (ZoneID) -> Bool
  /// What became of records that were combined with others in this transaction, and what new ones
  /// stand for.
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

  /// A fresh UUIDv7, greater than those before it: the rows of a large import then follow each
  /// other in the indexes, which are otherwise changed all over.
  public func newID() -> RecordID {
    var random = self.random
    defer { self.random = random }
    var (high, low) = lastID ?? (random.next(), random.next())
    if lastID != nil {
      // Some 30 bits apart, so that nobody knows the next one. The lowest two bits are not used.
      let (sum, isFull) = low.addingReportingOverflow((random.next() >> 34 + 1) << 2)
      (high, low) = (isFull ? high &+ 1 : high, sum)
    }
    lastID = (high, low)
    return UUIDs.v7(milliseconds: nowMilliseconds, high: high, low: low >> 2)
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

  /// Says that the record inserted in this transaction stands for the one in `place`, which was
  /// combined with another before: what is still to come of that one goes to it. For a root:
  /// `place` is a zone of the author's that was merged, and what is still written to it comes here.
  public func replace(_ place: RecordPlace, by table: String, _ id: RecordID) {
    combined[RecordKey(table, id)] = place
  }
}
