import SyncProtocol

/// What a store knows of who may have which blob.
public protocol BlobReader {
  /// Those of the blobs that an account may name in a record: it has uploaded them, a record of a
  /// zone where it has a grant names them, or a copy that it has of a zone it lost does. A record
  /// that was deleted counts until its content is removed, one that has moved away does not.
  ///
  /// - Parameter now: copies that have expired count no more; milliseconds since 1970.
  func blobs(
    _ names: [String], thatMayBeNamedBy account: AccountID, now: Int64
  ) throws -> Set<String>
  /// Whether the account has uploaded the blob.
  func hasUploaded(_ blob: String, _ account: AccountID) throws -> Bool
  /// Whether a copy of the zone goes with one of the account's notices, has not expired, and names
  /// the blob.
  func hasCopy(
    of zone: ZoneID, for account: AccountID, naming blob: String, now: Int64
  ) throws -> Bool
}

/// What a store keeps of who may have which blob.
public protocol BlobWriter {
  /// Notes that an account has uploaded a blob. `now`: milliseconds since 1970.
  func noteUpload(_ blob: String, by account: AccountID, now: Int64) throws
  /// Forgets who uploaded a blob that is gone, but for those who did it later than `before`.
  func forgetUploads(_ blob: String, before: Int64) throws
  /// Changes how many records of zones name blobs.
  func countBlobNames(_ changes: [BlobNameCount]) throws
}

/// How many more records, or fewer, name which blob.
struct BlobNameChanges {
  struct Name: Hashable {
    var zone: ZoneID
    var blob: String
  }

  private var counts: [Name: (live: Int, deleted: Int)] = [:]

  /// What has changed, in a fixed order.
  var sorted: [BlobNameCount] {
    counts.filter { $0.value != (0, 0) }
      .sorted { ($0.key.zone, $0.key.blob) < ($1.key.zone, $1.key.blob) }
      .map {
        BlobNameCount($0.key.blob, in: $0.key.zone, live: $0.value.live, deleted: $0.value.deleted)
      }
  }

  /// Counts what a record names; one that has moved on names nothing here.
  mutating func add(_ record: HubRecord, _ sign: Int, _ table: TableSchema) {
    guard !record.isDead || record.movedTo == nil else { return }
    for blob in table.blobs(in: record.registers.values) {
      var count = counts[Name(zone: record.zone, blob: blob)] ?? (0, 0)
      if record.isDead { count.deleted += sign } else { count.live += sign }
      counts[Name(zone: record.zone, blob: blob)] = count
    }
  }
}
