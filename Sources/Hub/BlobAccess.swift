import SyncProtocol

extension Hub {
  /// Whether a record names a blob and the account may read that record now, or could when it lost
  /// the zone of which the hub has a copy for it.
  ///
  /// The asker says which record: what nobody refers to any more nobody can read. Only registers
  /// that name blobs count (`ColumnSchema.namesBlob`); whoever wrote one had the blob.
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
      guard let table = schema.table(record.table), !table.blobRegisters.isEmpty else {
        return false
      }
      return table.blobs(in: record.registers.values).contains(blob)
    }
  }

  /// Notes that an account has uploaded all bytes of a blob: from then on it may name it.
  ///
  /// Whoever stores bytes for an account calls this before the account's replica names them. That
  /// the blob was there before makes no difference: only who has sent the bytes has shown that they
  /// have them. Blocks, and waits for the disk the first time.
  public func noteUpload(of blob: String, by account: AccountID) throws {
    let now = now()
    try store.write { try $0.noteUpload(blob, by: account, now: now) }
  }

  /// Forgets who uploaded blobs that a sweep has removed, but for those who did it since.
  ///
  /// - Parameter before: milliseconds since 1970; later uploads stay.
  public func forgetUploads(of blobs: [String], before: Int64) throws {
    if blobs.isEmpty { return }
    try store.write { writer in
      for blob in blobs { try writer.forgetUploads(blob, before: before) }
    }
  }
}
