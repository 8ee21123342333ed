import SyncProtocol

/// The end of a zone's log, for replicas that load the zone whole. They keep it: a hub that is
/// restored from a backup is handed it back, with everything that led to what they loaded.
extension Hub {
  /// Entries of the past that a replica is told, beside as many as the zone has records: of a small
  /// zone in which much happens not all of it, so that its first load stays small.
  static let maxPastEntriesBesideRecords: Int64 = 1000

  /// After which sequence an account is told how a zone came to be what it is at another; `nil`
  /// when it is told nothing of that.
  ///
  /// As far back as replicas keep what they are told, and not further than the account's own way
  /// in: that entry says who was let in, or made the zone, and nothing of what was before.
  func beginningOfPast(
    of id: ZoneID, for account: AccountID, through end: Int64, _ reader: any HubReader
  ) throws -> Int64? {
    guard let zone = try reader.zone(id), let grant = try reader.grant(in: id, for: account) else {
      return nil
    }
    let most = Int64(zone.recordCount) + Self.maxPastEntriesBesideRecords
    var start = max(zone.floor, grant.since - 1, end - most, 0)
    guard start < end else { return nil }
    let oldest = now() - Self.handBackMilliseconds
    func isYoung(after sequence: Int64) throws -> Bool {
      let entries = try reader.log(of: id, after: sequence, through: end, maxBytes: 1)
      return try entries.first.map { try LogEntry(wireBytes: $0.bytes).committedAt >= oldest }
        ?? true
    }
    do {
      if try isYoung(after: start) { return start }
      // Sequences are in the order of time, but for what was handed back before.
      var young = end
      while young - start > 1 {
        let middle = start + (young - start) / 2
        if try isYoung(after: middle) { young = middle } else { start = middle }
      }
      return young < end ? young : nil
    } catch is WireError {
      // A damaged entry: nobody needs it to load the zone.
      return nil
    }
  }
}
