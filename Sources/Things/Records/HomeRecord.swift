import Household
import Replica
import SyncProtocol

/// A record of a home.
package protocol HomeRecord: Record {
  var homeID: ZoneID { get }
}

extension HomeRecord {
  /// The record with this id, in a home to which the account may write.
  ///
  /// Throws `missing` if there is no such record here, and `readOnlyHome`.
  static func writable(
    _ id: RecordID, in transaction: WriteTransaction, orThrow missing: UseCaseFailure
  ) throws -> Self {
    guard let record = try find(id, in: transaction.connection) else { throw missing }
    try transaction.requireWritable(
      record.homeID, orThrow: missing, readOnly: UseCaseFailure.readOnlyHome)
    return record
  }
}
