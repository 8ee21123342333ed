import SyncProtocol

/// Reading who may have which blob.
public protocol BlobReader {
  /// Those of the blobs that an account may name in a record: it has uploaded them, or they are
  /// named by a record of a zone in which it has a grant, or by a copy that it has of a zone to
  /// which it has lost access.
  ///
  /// A deleted record counts until its content is removed; a record that has moved away does not
  /// count.
  ///
  /// - Parameter now: milliseconds since 1970; copies that have expired by then do not count.
  func blobs(
    _ names: [String], thatMayBeNamedBy account: AccountID, now: Int64
  ) throws -> Set<String>
  /// Whether the account has uploaded the blob.
  func hasUploaded(_ blob: String, _ account: AccountID) throws -> Bool
  /// Whether one of the account's notices has an unexpired copy of the zone, and the copy names the
  /// blob.
  func hasCopy(
    of zone: ZoneID, for account: AccountID, naming blob: String, now: Int64
  ) throws -> Bool
}

/// Writing who may have which blob.
public protocol BlobWriter {
  /// Notes that an account has uploaded a blob, at `now` in milliseconds since 1970.
  func noteUpload(_ blob: String, by account: AccountID, now: Int64) throws
  /// Forgets who uploaded a blob that is gone, except for uploads later than `before`.
  func forgetUploads(_ blob: String, before: Int64) throws
  /// Changes how many records of zones name blobs.
  func countBlobNames(_ changes: [BlobNameCount]) throws
}

/// Changes in how many records of which zone name which blob.
struct BlobNameChanges {
  struct Name: Hashable {
    var zone: ZoneID
    var blob: String
  }

  private var counts: [Name: (live: Int, deleted: Int)] = [:]

  /// The changes, in a fixed order.
  var sorted: [BlobNameCount] {
    counts.filter { $0.value != (0, 0) }
      .sorted { ($0.key.zone, $0.key.blob) < ($1.key.zone, $1.key.blob) }
      .map {
        BlobNameCount($0.key.blob, in: $0.key.zone, live: $0.value.live, deleted: $0.value.deleted)
      }
  }

  /// Counts the blobs that a record names; a record that has moved on names nothing here.
  mutating func add(_ record: HubRecord, _ sign: Int, _ table: TableSchema) {
    guard !record.isDead || record.movedTo == nil else { return }
    for blob in table.blobs(in: record.registers.values) {
      var count = counts[Name(zone: record.zone, blob: blob)] ?? (0, 0)
      if record.isDead { count.deleted += sign } else { count.live += sign }
      counts[Name(zone: record.zone, blob: blob)] = count
    }
  }
}
