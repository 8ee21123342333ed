import SyncProtocol

/// Deleted zones that can be restored for a while (D-HOM-8, X32).
///
/// A deletion leaves tombstones with the full content of the zone's records, and its grants. So a
/// zone is restored under its ids, with its members and their grants: what a device wrote before it
/// learned of the deletion still fits.
extension Hub {
  /// How long a deleted zone can be restored; afterwards its content is removed.
  public static let keepDeletedMilliseconds: Int64 = 30 * 86_400_000
  /// The most records whose content is removed in one commit, for which pushes must wait.
  public static let maxPurgedPerCommit = 5000

  /// The deleted zones that an account may restore, most recently deleted first.
  public func deletedZones(of account: AccountID) throws -> [DeletedZoneSummary] {
    let now = now()
    return try store.read { reader in
      try reader.deletedZones(ownedBy: account).compactMap { deleted in
        guard Self.canComeBack(deleted, now: now), let zone = try reader.zone(deleted.zone) else {
          return nil
        }
        let members = try reader.grants(in: zone.id).filter { $0.account != account }.map { grant in
          Share.Member(
            account: grant.account, name: try reader.account(grant.account)?.displayName ?? "",
            role: grant.role)
        }
        return DeletedZoneSummary(
          zone: zone.id, kind: zone.kind, title: try title(of: zone, reader),
          person: try reader.account(deleted.account)?.displayName ?? "",
          personID: deleted.account, at: deleted.deletedAt,
          until: deleted.deletedAt + Self.keepDeletedMilliseconds, counts: deleted.counts,
          members: members)
      }
    }
  }

  private static func canComeBack(_ zone: DeletedZone, now: Int64) -> Bool {
    !zone.isPurging && zone.deletedAt + keepDeletedMilliseconds > now
  }

  /// Restores a deleted zone: under its ids, with all its records, and for everyone who was in it
  /// when it was deleted and has not left since; they are notified.
  ///
  /// Open invites are revoked. Does nothing if the zone is restored already.
  ///
  /// - Parameter isAlone: only the owner gets access again.
  public func restoreZone(
    _ id: ZoneID, by account: AccountID, isAlone: Bool = false
  ) throws {
    try change(by: account) { writer, draft, stamp in
      guard var zone = try writer.zone(id), let own = try writer.grant(in: id, for: account),
        own.role == .owner
      else { throw SharingError.notFound }
      guard !zone.isAlive else { return }
      if !isAlone, try gate.isShared(id, writer) {
        try gate.check(.extend, by: account, in: id, writer)
        try checkUnrestricted(account, writer)
      }
      try checkMemberships(of: account, in: zone.kind, writer)
      guard let deleted = try writer.deletedZone(id), Self.canComeBack(deleted, now: now()) else {
        throw SharingError.notFound
      }
      let owned = try writer.memberships(of: account).count {
        $0.grant.role == .owner && $0.zone.kind == zone.kind
      }
      if let limit = schema.zoneKinds[zone.kind]?.maxOwned, owned >= limit {
        throw SharingError.tooManyOwned
      }
      zone.isAlive = true
      draft.put(zone)
      draft.reload(id)
      for var record in try writer.records(of: deleted) {
        if isPlanted(.restoreForgetsParts), record.table == "items" { continue }
        // A restored hub may have been handed back the record's move, but not the change that
        // restored the zone.
        if let elsewhere = try draft.liveZone(of: record.id) {
          record.movedTo = RecordPlace(zone: elsewhere, id: record.id)
        } else {
          (record.isDead, record.diedAt) = (false, nil)
        }
        try draft.put(record)
      }
      if isAlone { draft.endedShares.insert(id) }
      for invite in try writer.invites(in: id) where invite.state(now: now()) == .active {
        try revoke(invite, writer: writer, draft: draft, stamp: stamp)
      }
      try readmit(to: zone, by: own, isAlone: isAlone, writer: writer, draft: draft, stamp: stamp)
      try writer.removeDeletedZone(id)
    }
  }

  private func readmit(
    to zone: HubZone, by owner: HubGrant, isAlone: Bool, writer: any HubWriter, draft: Draft,
    stamp: Stamp
  ) throws {
    let person = try writer.account(owner.account)?.displayName ?? ""
    let title = try title(of: zone, writer)
    for grant in try writer.grants(in: zone.id) {
      try draft.touch(grant.account)
      if grant.account == owner.account { continue }
      if try isAlone || isFull(grant.account, of: zone.kind, writer) {
        try draft.removeGrant(in: zone.id, for: grant.account, stamp: stamp)
        continue
      }
      if try writer.isTakenByFamily(grant, schema) { continue }
      try writer.keep(
        AccountNotice(
          id: UUIDs.v5(stamp.changeSet.description, grant.account), kind: .zoneRestored,
          zone: zone.id, title: title, person: person, personID: owner.account, at: now()),
        for: grant.account)
    }
    if isPlanted(.restoreReadmitsRemoved) {
      try readmitRemoved(to: zone, by: owner, writer: writer, draft: draft, stamp: stamp)
    }
  }

  /// Whether somebody is in as many other zones of a kind as they may be: they have joined another
  /// family meanwhile.
  private func isFull(
    _ account: AccountID, of kind: ZoneKind, _ reader: any HubReader
  ) throws -> Bool {
    guard let limit = schema.zoneKinds[kind]?.maxMemberships else { return false }
    return try reader.memberships(of: account).count { $0.zone.kind == kind } >= limit
  }

  /// The bug `restoreReadmitsRemoved`: a removed participant must stay out.
  private func readmitRemoved(
    to zone: HubZone, by owner: HubGrant, writer: any HubWriter, draft: Draft, stamp: Stamp
  ) throws {
    for account in try writer.accounts(after: nil, limit: 100) {
      let place = RecordPlace(zone: zone.id, id: UUIDs.v5(zone.id, account.id))
      guard try draft.record(place)?.isDead == true else { continue }
      try draft.put(
        HubGrant(zone: zone.id, account: account.id, role: .readWrite, grantID: owner.grantID),
        name: account.displayName, cause: "", stamp: stamp, now: now())
    }
  }

  /// Removes a deleted zone's content at once. Does nothing if the content is gone already. Throws
  /// `SharingError.notFound` for a zone that is alive or belongs to somebody else.
  public func purgeDeletedZone(_ id: ZoneID, by account: AccountID) throws {
    let deleted = try store.write { writer -> DeletedZone? in
      guard let zone = try writer.zone(id), !zone.isAlive, zone.mergedInto == nil,
        try writer.grant(in: id, for: account)?.role == .owner
      else { throw SharingError.notFound }
      return try writer.startPurging(id)
    }
    if let deleted { try finishPurging(deleted) }
    var notice = Notice()
    // Other pages of the account list the zone too.
    notice.accounts = [account]
    announce(notice)
  }

  /// Removes the content of all zones that can no longer be restored, and continues what was
  /// interrupted. Blocks, so call it from time to time.
  ///
  /// - Returns: the number of zones that it dealt with.
  @discardableResult
  public func purgeExpiredZones() throws -> Int {
    let moment = now() - Self.keepDeletedMilliseconds + 1
    let zones = try store.read { try $0.deletedZones(before: moment) }
    for id in zones {
      // It may have been restored since the zones were listed, and is not among the deleted ones
      // then.
      guard let deleted = try store.write({ try $0.startPurging(id) }) else { continue }
      try finishPurging(deleted)
    }
    return zones.count
  }

  private func finishPurging(_ zone: DeletedZone) throws {
    while try !store.write({ try $0.purgeRecords(of: zone, limit: Self.maxPurgedPerCommit) }) {}
  }
}

extension HubWriter {
  /// Marks a deleted zone so that it can no longer be restored. `nil` if it is not among the
  /// deleted ones.
  fileprivate func startPurging(_ id: ZoneID) throws -> DeletedZone? {
    guard let found = try deletedZone(id) else { return nil }
    let purging = DeletedZone(
      zone: id, changeSet: found.changeSet, account: found.account, deletedAt: found.deletedAt,
      counts: found.counts, isPurging: true)
    try putDeletedZone(purging)
    return purging
  }
}

extension Draft {
  /// Stores the zones that this change set deletes, so that they can be restored.
  ///
  /// Called before anything is written, while the store still has their content. A zone that was
  /// merged lives on in the other, and is not stored.
  func keepDeletedZones(author: AccountID, stamp: Stamp, now: Int64) throws {
    for id in changedZones.sorted() {
      guard let zone = try zone(id), !zone.isAlive, zone.mergedInto == nil,
        zone.kind != .personal, try writer.zone(id)?.isAlive == true
      else { continue }
      try writer.putDeletedZone(
        DeletedZone(
          zone: id, changeSet: stamp.changeSet, account: author, deletedAt: now,
          counts: try writer.liveCounts(of: id)))
    }
  }
}
