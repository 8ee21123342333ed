import SQLite
import SyncProtocol

extension Replica {
  private struct Inspected: Error {}

  /// Calls `body` on the confirmed state, without the pending changes; changes nothing.
  public func inspectConfirmed(_ body: () throws -> Void) throws {
    do {
      try transaction {
        try withoutOverlay { _ in
          try body()
          throw Inspected()
        }
      }
    } catch is Inspected {}
  }

  /// The digest of each zone's confirmed state, and the sequence up to which the zone is here.
  /// Zones that are to be loaded anew are left out.
  public func confirmedDigests() throws -> [ZoneID: (sequence: Int64, digest: ZoneDigest)] {
    var digests: [ZoneID: (sequence: Int64, digest: ZoneDigest)] = [:]
    try inspectConfirmed {
      for zone in try ZoneRow.all(in: connection) where zone.isCurrent {
        var digest = ZoneDigest()
        try tables.forEachRow(in: zone.id) { digest.add($0, registers: $1.registers) }
        digests[zone.id] = (zone.sequence, digest)
      }
    }
    return digests
  }

  /// The zone in which a record is shown.
  package func zone(of key: RecordKey) throws -> ZoneID? { try tables.zone(of: key) }

  /// The number of the last change set made here.
  public var lastNumber: Int64 { state.lastNumber }
  /// The hub's epoch, empty before the first contact.
  public var epoch: String { state.epoch }
  public var incarnation: String { state.incarnation }
}
