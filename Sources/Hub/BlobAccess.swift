import SyncProtocol

extension Hub {
  /// Whether a record names a blob and the account may read that record now, or could when it lost
  /// the zone of which the hub has a copy for it.
  ///
  /// The asker says which record: so no index of blobs is kept, and what nobody refers to any more
  /// nobody can read.
  public func mayRead(
    blob: String, of place: RecordPlace, as account: AccountID
  ) throws -> Bool {
    let now = now()
    return try store.read { reader in
      guard try reader.zone(place.zone)?.isAlive == true,
        try reader.grant(in: place.zone, for: account) != nil,
        let record = try reader.record(place), !record.isDead
      else {
        // Who lost a zone has a copy of it for a while, and its files with it.
        return try reader.hasCopy(
          of: place.zone, for: account, naming: blob, now: now)
      }
      return record.registers.values.values.contains { $0.names(blob) }
    }
  }
}

extension FieldValue {
  fileprivate func names(_ blob: String) -> Bool {
    switch self {
    case .text(let text): text == blob
    case .list(let list): list.contains { $0.names(blob) }
    case .map(let map): map.values.contains { $0.names(blob) }
    case .null, .integer, .real, .blob: false
    }
  }
}
