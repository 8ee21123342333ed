import SyncProtocol

/// What whoever runs a hub does with its store now and then, whatever it is made of: programs know
/// the store's kind only where they open it.
public protocol HubMaintenance: HubStore {
  /// The zones whose logs hold more than `retention` keeps.
  ///
  /// - Parameter now: milliseconds since 1970.
  func staleLogs(_ retention: LogRetention, now: Int64) throws -> [StaleLog]

  /// The names of all blobs that must stay: what `BlobFolder.sweep` is to keep, and nothing less.
  ///
  /// Those are named by live records, by records and zones that were deleted so lately that they
  /// may come back (`Hub.keepDeletedMilliseconds`), and by the copies that people have of zones
  /// they lost. Reads all records of the tables and all copies, at one moment: for work that is
  /// done now and then.
  ///
  /// - Parameters:
  ///   - fields: every text field of every table that names a blob. A sweep takes the files of
  ///     those that are left out.
  ///   - now: milliseconds since 1970.
  func blobNamesToKeep(
    in fields: [(table: String, field: String)], now: Int64
  ) throws -> Set<String>

  /// Leaves nothing of what was removed in files beside the store's own. It may leave that for
  /// another time while somebody reads for long.
  func eraseRemoved() throws

  /// What is wrong with what is stored, a line each and only the first of them; nothing when all
  /// is sound. Reads everything, which may take minutes; others read and write meanwhile. Throws
  /// what reading throws.
  func damage() throws -> [String]

  /// Writes a consistent copy to a new file while others read and write. The copy is on the disk
  /// when this returns, or there is none. Throws `HubStoreError.storage` when there is a file of
  /// that name.
  func backup(to destination: String) throws
}

/// A zone's log that holds more than it needs to.
public struct StaleLog: Equatable, Sendable {
  public let zone: ZoneID
  /// Entries up to here are not in it any more.
  public let floor: Int64
  /// Entries up to here may go.
  public let target: Int64

  public init(zone: ZoneID, floor: Int64, target: Int64) {
    self.zone = zone
    self.floor = floor
    self.target = target
  }
}

extension HubMaintenance {
  /// Removes from the logs of all zones what `retention` does not keep, and copies of zones that
  /// have expired. Blocks; work for now and then. Others push and pull meanwhile.
  ///
  /// - Parameter now: the wall clock, milliseconds since 1970.
  /// - Returns: how many entries were removed.
  @discardableResult
  public func trimLogs(
    _ retention: LogRetention = LogRetention(), now: Int64 = WallClock.nowMilliseconds()
  ) throws -> Int64 {
    try write { try $0.trimZoneCopies(now: now, perZone: Hub.maxCopiesPerZone) }
    // A large copy is not removed at once either.
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
  /// Begins another life of the hub: replicas that have seen more than the store has will notice
  /// the epoch, and the hub waits for what they know until `recoveringUntil` (milliseconds since
  /// 1970).
  public func begin(epoch: String, recoveringUntil: Int64) throws {
    var state = try state()
    try putFormerEpoch(state.epoch, lastNumber: state.lastNumber)
    state.epoch = epoch
    state.recoveringUntil = recoveringUntil
    try setState(state)
  }
}

extension HubState {
  /// 128 random bits, hexadecimal.
  public static func randomEpoch() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    let text = (0..<32).map { _ in digits[Int(random.next(upperBound: 16 as UInt8))] }
    return String(decoding: text, as: UTF8.self)
  }
}
