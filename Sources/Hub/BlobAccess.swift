import SyncProtocol

extension Hub {
  /// Whether an account may read a blob: it may now read the given record, which names the blob, or
  /// the hub keeps a copy for it of a zone to which it has lost access, and the copy names the
  /// blob.
  ///
  /// The asker names the record, so a blob that no record refers to can be read by nobody. Only
  /// registers that name blobs count (`ColumnSchema.namesBlob`); whoever wrote such a register had
  /// access to the blob.
  public func mayRead(
    blob: String, of place: RecordPlace, as account: AccountID
  ) throws -> Bool {
    let now = now()
    return try store.read { reader in
      guard try reader.zone(place.zone)?.isAlive == true,
        try reader.grant(in: place.zone, for: account) != nil,
        let record = try reader.record(place), !record.isDead
      else {
        // An account that has lost a zone has a copy of it for a while, including its files.
        return try reader.hasCopy(
          of: place.zone, for: account, naming: blob, now: now)
      }
      guard let table = schema.table(record.table), !table.blobRegisters.isEmpty else {
        return false
      }
      return table.blobs(in: record.registers.values).contains(blob)
    }
  }

  /// Notes that an account has uploaded all bytes of a blob; from then on its records may name the
  /// blob.
  ///
  /// Whoever stores bytes for an account calls this before the account's replica names them.
  /// Whether the blob was there before makes no difference: only an account that has sent the bytes
  /// has shown that it has them. Blocks, and waits for the disk the first time.
  public func noteUpload(of blob: String, by account: AccountID) throws {
    let now = now()
    try store.write { try $0.noteUpload(blob, by: account, now: now) }
  }

  /// Forgets who uploaded blobs that a sweep has removed, except for uploads since then.
  ///
  /// - Parameter before: the time from which uploads are kept, milliseconds since 1970.
  public func forgetUploads(of blobs: [String], before: Int64) throws {
    if blobs.isEmpty { return }
    try store.write { writer in
      for blob in blobs { try writer.forgetUploads(blob, before: before) }
    }
  }
}
