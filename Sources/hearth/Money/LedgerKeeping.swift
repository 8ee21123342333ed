import Finances
import Household
import Hub
import Replica
import SQLite
import SyncProtocol

// What commands do for a ledger beside what they were asked for, as its pages do.

extension ReplicaFile {
  /// Keeps what was lost of groups that this replica had.
  ///
  /// - Parameter write: writes it, at the hub or on the device.
  /// - Returns: whether there was something.
  @discardableResult
  func keepLostShares(
    _ write: (@escaping @Sendable (WriteTransaction) throws -> [ZoneID]) async throws -> [ZoneID]
  ) async throws -> Bool {
    guard try read({ try KeepLostShares.isDue($0) }) else { return false }
    let kept = try await write { try KeepLostShares()($0) }
    try derive { try KeepLostShares.forget(kept, $0) }
    return true
  }

  /// Converts all of the ledger that is not in its person's currency yet. What ends in between goes
  /// on from there.
  func convertLedger(_ sources: DomainSources) throws {
    while try derive({ try LedgerUpkeep.step($0, sources) }) {}
  }
}

extension LocalHub {
  /// Keeps what an account had of groups that it has lost. A command's replica has never had them:
  /// the hub's copies say what it was.
  func keepLostShares(
    of account: Account, in file: ReplicaFile, via transport: any Transport
  ) async throws {
    try await file.keepLostShares { try await file.confirm(via: transport, $0) }
    // Of a group that was lost twice, the last copy.
    var known: Set<ZoneID> = []
    for notice in try hub.notices(of: account.id)
    where notice.copyUntil != nil && [nil, .group].contains(notice.zoneKind) {
      guard known.insert(notice.zone).inserted else { continue }
      let copy = try GroupCopy(wireBytes: hub.copy(ofNotice: notice.id, of: account.id))
      guard copy.groupID != nil else { continue }
      try await file.confirm(via: transport) { _ = try KeepCopiedShares(copy)($0) }
    }
  }
}
