import SyncProtocol

extension HubReader {
  /// The digest of a zone and its present head; `nil` for a zone that is not alive. Reads all
  /// records of the zone, in parts.
  public func digest(of zone: ZoneID) throws -> (head: Int64, digest: ZoneDigest)? {
    guard let found = try self.zone(zone), found.isAlive else { return nil }
    var digest = ZoneDigest()
    var last: RecordID?
    while true {
      let records = try records(of: zone, after: last, maxBytes: 1 << 20)
      guard let end = records.last else { return (found.head, digest) }
      for record in records {
        digest.add(record.key, registers: record.registers.values)
      }
      last = end.id
    }
  }
}
