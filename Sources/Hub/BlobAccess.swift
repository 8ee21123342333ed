import SyncProtocol

extension Hub {
  /// Whether a record names a blob and the account may read that record now.
  ///
  /// The asker says which record: so no index of blobs is kept, and what nobody refers to any more
  /// nobody can read.
  public func mayRead(
    blob: String, of place: RecordPlace, as account: AccountID
  ) throws -> Bool {
    try store.read { reader in
      guard try reader.zone(place.zone)?.isAlive == true,
        try reader.grant(in: place.zone, for: account) != nil,
        let record = try reader.record(place), !record.isDead
      else { return false }
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
