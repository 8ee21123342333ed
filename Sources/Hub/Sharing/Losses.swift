import SyncProtocol

/// Who loses a zone with a change set is told, and can fetch for a while what they could see of it
/// (D-HOM-12, D-SHR-3).
extension Draft {
  /// Called before anything is written: the store still has what they could see.
  func tellOfLosses(author: AccountID, stamp: Stamp, now: Int64) throws {
    let losses = try losses(author: author)
    guard !losses.isEmpty else { return }
    try writer.trimZoneCopies(now: now, perZone: Hub.maxCopiesPerZone - 1)
    let person = try writer.account(author)?.displayName ?? ""
    for (id, accounts) in losses.sorted(by: { $0.key < $1.key }) {
      guard let zone = try writer.zone(id),
        let register = schema.zoneKinds[zone.kind]?.titleRegister, zone.kind != .personal
      else { continue }
      let root = try writer.record(RecordPlace(zone: id, id: id))
      let copy = try copy(of: id, stamp: stamp, now: now)
      for (account, kind) in accounts.sorted(by: { $0.key < $1.key }) {
        let notice = AccountNotice(
          id: UUIDs.v5(stamp.changeSet.description, id + account), kind: kind, zone: id,
          title: root?.registers[register]?.value.text ?? "", person: person, personID: author,
          at: now)
        try writer.keep(notice, for: account, copy: copy)
      }
    }
  }

  /// Who owns a zone that another one was merged into is told, unless it was their own doing
  /// (D-MRG-16).
  func tellOfMerges(author: AccountID, stamp: Stamp, now: Int64) throws {
    for id in changedZones.sorted() {
      guard let target = try zone(id)?.mergedInto, try writer.zone(id)?.isAlive == true,
        let zone = try zone(target), let register = schema.zoneKinds[zone.kind]?.titleRegister
      else { continue }
      let root = try record(RecordPlace(zone: target, id: target))
      let notice = AccountNotice(
        id: UUIDs.v5(stamp.changeSet.description, id + target), kind: .zoneMerged, zone: target,
        title: root?.registers[register]?.value.text ?? "",
        person: try writer.account(author)?.displayName ?? "", personID: author, at: now)
      for grant in try writer.grants(in: target)
      where grant.role == .owner && grant.account != author {
        try writer.keep(notice, for: grant.account)
      }
    }
  }

  /// Who loses which zone, and how. Whoever deletes a home knows; where it was merged it lives on.
  private func losses(author: AccountID) throws -> [ZoneID: [AccountID: AccountNotice.Kind]] {
    var losses: [ZoneID: [AccountID: AccountNotice.Kind]] = [:]
    // Of a zone that is deleted they were told when it was.
    for (zone, account) in removedGrants where try writer.zone(zone)?.isAlive == true {
      losses[zone, default: [:]][account] = account == author ? .left : .removed
    }
    for id in changedZones {
      guard let zone = try zone(id), !zone.isAlive, zone.mergedInto == nil,
        try writer.zone(id)?.isAlive == true
      else { continue }
      for grant in try writer.grants(in: id) where grant.account != author {
        losses[id, default: [:]][grant.account] = .zoneDeleted
      }
    }
    return losses
  }

  /// Keeps what is in a zone; `nil` when it is too much.
  private func copy(of zone: ZoneID, stamp: Stamp, now: Int64) throws -> String? {
    let records = try writer.storedRecords(
      of: zone, after: nil, maxBytes: Hub.maxCopyBytes, aggregates: [:])
    guard records.isComplete else { return nil }
    let copy = ZoneCopy(
      id: UUIDs.v5(stamp.changeSet.description, zone), zone: zone, madeAt: now,
      expiresAt: now + Hub.copyMilliseconds, bytes: records.bytes)
    try writer.putZoneCopy(copy)
    return copy.id
  }
}
