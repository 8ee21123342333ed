import SyncProtocol

/// The end of a zone's log, for replicas that load the zone whole. They keep it, and hand it back
/// to a hub that is restored from a backup, including everything that led to the loaded state.
extension Hub {
  /// The most entries of the past that a replica is sent, in addition to one for each record of the
  /// zone. Limits the first load of a small but busy zone.
  static let maxPastEntriesBesideRecords: Int64 = 1000

  /// The sequence after which an account is sent the log that led to a zone's state at `end`; `nil`
  /// if it is sent nothing of that.
  ///
  /// It reaches as far back as replicas keep entries, but not beyond the entry with which the
  /// account was admitted or the zone was created, which reveals nothing of what was before.
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
      // Sequences are in the order of commit times, except for entries that were handed back.
      var young = end
      while young - start > 1 {
        let middle = start + (young - start) / 2
        if try isYoung(after: middle) { young = middle } else { start = middle }
      }
      return young < end ? young : nil
    } catch is WireError {
      // An entry is damaged; the zone can be loaded without the past.
      return nil
    }
  }
}
