import SyncProtocol

/// Maintenance of a hub's store, whatever its kind: a program knows the kind only where it opens
/// the store.
public protocol HubMaintenance: HubStore {
  /// The zones whose logs hold more than `retention` requires.
  ///
  /// - Parameter now: milliseconds since 1970.
  func staleLogs(_ retention: LogRetention, now: Int64) throws -> [StaleLog]

  /// The names of all blobs that must stay: exactly what `BlobFolder.sweep` is to keep.
  ///
  /// These are named by live records, by records and zones that were deleted so recently that they
  /// may be restored (`Hub.keepDeletedMilliseconds`), and by the copies that people have of zones
  /// to which they lost access. Reads all records of the tables and all copies, at one moment, so
  /// call it rarely.
  ///
  /// - Parameters:
  ///   - fields: every text field of every table that names a blob. A sweep deletes the files named
  ///     by fields that are left out.
  ///   - now: milliseconds since 1970.
  func blobNamesToKeep(
    in fields: [(table: String, field: String)], now: Int64
  ) throws -> Set<String>

  /// Erases what was removed from files beside the store's own, such as a write-ahead log. May
  /// leave this for another time while somebody reads for long.
  func eraseRemoved() throws

  /// Damage found in the store, one line for each problem and only the first few; empty if there is
  /// none.
  ///
  /// Reads everything, which may take minutes; others read and write meanwhile. Throws what reading
  /// throws.
  func damage() throws -> [String]

  /// Writes a consistent copy to a new file, while others read and write.
  ///
  /// On return the copy is safely on the disk; if this throws, there is no copy. Throws
  /// `HubStoreError.storage` if a file of that name exists.
  func backup(to destination: String) throws
}

/// A zone's log that holds more than it must.
public struct StaleLog: Equatable, Sendable {
  public let zone: ZoneID
  /// The log no longer holds entries up to this sequence.
  public let floor: Int64
  /// Entries up to this sequence may be removed.
  public let target: Int64

  public init(zone: ZoneID, floor: Int64, target: Int64) {
    self.zone = zone
    self.floor = floor
    self.target = target
  }
}

extension HubMaintenance {
  /// Removes log entries that `retention` does not keep, and expired copies of zones. Blocks, so
  /// call it from time to time; others can push and pull meanwhile.
  ///
  /// - Parameter now: the wall clock, milliseconds since 1970.
  /// - Returns: how many entries were removed.
  @discardableResult
  public func trimLogs(
    _ retention: LogRetention = LogRetention(), now: Int64 = WallClock.nowMilliseconds()
  ) throws -> Int64 {
    try write { try $0.trimZoneCopies(now: now, perZone: Hub.maxCopiesPerZone) }
    // The parts of a large copy are removed in separate transactions too.
    let before = now - Hub.copyPartMilliseconds
    while try write({ try $0.trimZoneCopyParts(putBefore: before, count: 1) }) > 0 {}
    var removed: Int64 = 0
    for log in try staleLogs(retention, now: now) {
      var floor = log.floor
      while floor < log.target {
        let next = min(log.target, floor + max(1, retention.maxEntriesPerCommit))
        try write { try $0.trimLog(of: log.zone, through: next) }
        removed += next - floor
        floor = next
      }
    }
    return removed
  }
}

extension HubWriter {
  /// Starts a new epoch of the hub.
  ///
  /// Replicas notice it even if they have seen more than the store holds, and the hub waits until
  /// `recoveringUntil` (milliseconds since 1970) for what they hand back.
  public func begin(epoch: String, recoveringUntil: Int64) throws {
    var state = try state()
    try putFormerEpoch(state.epoch, lastNumber: state.lastNumber)
    state.epoch = epoch
    state.recoveringUntil = recoveringUntil
    try setState(state)
  }
}

extension HubState {
  /// A new epoch: 128 random bits, hexadecimal.
  public static func randomEpoch() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    let text = (0..<32).map { _ in digits[Int(random.next(upperBound: 16 as UInt8))] }
    return String(decoding: text, as: UTF8.self)
  }
}
