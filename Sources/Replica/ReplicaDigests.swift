import SQLite
import SyncProtocol

/// Digests of the confirmed state in a replica's file, for comparing it with its hub.
public struct ReplicaDigests: Sendable {
  public struct Zone: Equatable, Sendable {
    /// The sequence of the zone's log up to which the zone is here.
    public let sequence: Int64
    public let digest: ZoneDigest
  }

  /// The hub's epoch at the last contact; empty before the first.
  public let epoch: String
  /// Leaves out zones that are to be loaded, and zones with records that this program's tables
  /// cannot store: these are known to differ.
  public let zones: [ZoneID: Zone]
  /// The number of records that this program's tables cannot store.
  public let quarantinedCount: Int

  /// Reads a copy of the file, which may be in use and is not changed. Blocks.
  ///
  /// - Throws: `ReplicaFileError`.
  public init(
    ofFile path: String, domain: Migrations, schema: SyncSchema
  ) throws(ReplicaFileError) {
    do {
      try ReplicaFileSchema.inspect(path)
      // Without a path: a temporary database that is deleted with its connection.
      let copy = try Connection(path: "", durability: .off)
      try Connection(path: path, mode: .readOnly).copyContents(to: copy)
      try ReplicaFileSchema.migrate(copy, domain: domain)
      let account = try copy.first("SELECT accountID FROM syncState") { $0.text(0) }
      let replica = try Replica(
        connection: copy, schema: schema, accountID: account ?? "", incarnation: "copy",
        environment: .init(now: { 0 }, random: .init()))
      let quarantined = try replica.quarantineCounts()
      epoch = replica.epoch
      zones = try replica.confirmedDigests().filter { quarantined[$0.key] == nil }.mapValues {
        Zone(sequence: $0.sequence, digest: $0.digest)
      }
      quarantinedCount = quarantined.values.reduce(0, +)
    } catch {
      throw ReplicaFileError(error, path: path)
    }
  }
}
