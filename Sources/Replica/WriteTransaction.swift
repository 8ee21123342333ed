import SQLite
import SyncProtocol

/// The open transaction in which a use case writes: the only way to write a replica's synced
/// tables.
///
/// Everything written through `connection` is captured and becomes one change set. What a use case
/// needs from outside (the time, new ids, the acting account) comes from here, so that it depends
/// only on its inputs and the database.
public final class WriteTransaction {
  public let connection: Connection
  /// The account whose replica this is, and which acts.
  public let accountID: AccountID
  public let nowMilliseconds: Int64
  private var random: any RandomNumberGenerator
  /// The bits after the time in the id that was made last.
  private var lastID: (high: UInt64, low: UInt64)?
  private let isNewZone: (ZoneID) -> Bool
  /// For records that were combined with others in this transaction: where they went. For inserted
  /// ones: the former record that they stand for.
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

  /// A new UUIDv7, greater than the ones before it in this transaction. The rows of a large import
  /// then follow each other in the indexes, instead of changing pages all over them.
  public func newID() -> RecordID {
    var random = self.random
    defer { self.random = random }
    var (high, low) = lastID ?? (random.next(), random.next())
    if lastID != nil {
      // Some 30 bits apart, so that nobody can guess the next one. The lowest two bits are not
      // used.
      let (sum, isFull) = low.addingReportingOverflow((random.next() >> 34 + 1) << 2)
      (high, low) = (isFull ? high &+ 1 : high, sum)
    }
    lastID = (high, low)
    return UUIDs.v7(milliseconds: nowMilliseconds, high: high, low: low >> 2)
  }

  /// The account's role in a zone; `nil` if it is not in it. The author owns a zone that was
  /// created in this transaction.
  public func role(in zone: ZoneID) throws -> Role? {
    if let row = try ZoneRow.find(zone, in: connection) { return row.role }
    return isNewZone(zone) ? .owner : nil
  }

  /// Declares that the record deleted in this transaction was combined with the one at `place`:
  /// references to it are redirected, and late edits of it are refused. For a root: its zone was
  /// merged into that zone.
  public func combine(_ table: String, _ id: RecordID, into place: RecordPlace) {
    combined[RecordKey(table, id)] = place
  }

  /// Declares that the record inserted in this transaction stands for the one at `place`, which was
  /// combined with another earlier: changes to that one which are still to come go to the new
  /// record.
  ///
  /// For a root: `place` is a merged zone that the author owned, and what is still written to it
  /// comes here.
  public func replace(_ place: RecordPlace, by table: String, _ id: RecordID) {
    combined[RecordKey(table, id)] = place
  }
}
