import SQLite
import SyncProtocol

extension Replica {
  private struct Inspected: Error {}

  /// Calls `body` on the confirmed state, without the pending changes; nothing is changed.
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

  /// The digest of each zone as the hub confirmed it, with the sequence it stands at. Zones that
  /// are waiting to be loaded anew are left out.
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

  /// The zone that a record is shown in.
  package func zone(of key: RecordKey) throws -> ZoneID? { try tables.zone(of: key) }

  /// The number of the last change set made here.
  public var lastNumber: Int64 { state.lastNumber }
  /// The hub's epoch, empty before the first contact.
  public var epoch: String { state.epoch }
  public var incarnation: String { state.incarnation }
}
