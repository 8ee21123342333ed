import SQLite
import SyncProtocol

/// What a replica's file holds as confirmed, for comparing it with its hub.
public struct ReplicaDigests: Sendable {
  public struct Zone: Equatable, Sendable {
    /// The sequence of the hub's log that the zone stands at.
    public let sequence: Int64
    public let digest: ZoneDigest
  }

  /// The hub's epoch when it was last heard; empty when it never was.
  public let epoch: String
  /// Zones that wait to be loaded, and those with records that this program's tables do not take,
  /// are left out: they are known to differ.
  public let zones: [ZoneID: Zone]
  /// Records that this program's tables do not take.
  public let quarantinedCount: Int

  /// Reads a copy of the file, which may be in use and stays as it is. Blocks.
  ///
  /// - Throws: `ReplicaFileError`.
  public init(
    ofFile path: String, domain: Migrations, schema: SyncSchema
  ) throws(ReplicaFileError) {
    do {
      try ReplicaFileSchema.inspect(path)
      // Without a name: a database of its own that goes with its connection.
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
