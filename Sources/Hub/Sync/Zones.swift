import SyncProtocol

/// Deletes zones, and provides for accounts that would be left without one.
extension Judge {
  mutating func settleZones() throws {
    for (zone, mergedInto) in dyingZones { try bury(zone, mergedInto: mergedInto) }
    for zone in dyingZones.map(\.zone) { try provideForMembers(of: zone) }
  }

  private mutating func bury(_ id: ZoneID, mergedInto: ZoneID?) throws {
    guard var zone = try draft.zone(id) else { return }
    if let target = mergedInto {
      // Checked first, so that an account outside the target learns nothing about it.
      guard try mayWrite(in: target) else { throw Refusal(.permission, nil, target) }
      guard let into = try draft.zone(target), into.isAlive, into.kind == zone.kind, target != id
      else { throw Refusal(.zoneGone, nil, target) }
      guard try mayMerge(into: target) || isPlanted(.uninvitedMerge) else {
        throw Refusal(.notInvited, nil, target)
      }
      guard try draft.recordCount(in: id) == 0 || isPlanted(.mergeLeavesRecords) else {
        throw Refusal(.precondition, nil, "records left in \(id)")
      }
    }
    zone.isAlive = false
    zone.mergedInto = mergedInto
    draft.put(zone)
  }

  private func mayWrite(in zone: ZoneID) throws -> Bool {
    if isPlanted(.foreignMergeTaken) { return true }
    return try role(in: zone).canWrite
  }

  /// Whether the author may merge zones into this one: an owner decides that with the invite
  /// (D-MRG-16).
  private func mayMerge(into zone: ZoneID) throws -> Bool {
    if createdZones.contains(zone) { return true }
    guard let grant = try draft.grant(in: zone, for: author), grant.role != .owner,
      let id = grant.inviteID, let invite = try draft.writer.invite(id)
    else { return true }
    return invite.allowsMerge
  }

  /// Ensures that everyone keeps the minimum number of zones of a kind: the author would be
  /// refused; anyone else gets a fresh zone in the same commit.
  private mutating func provideForMembers(of id: ZoneID) throws {
    guard let zone = try draft.zone(id), let kind = schema.zoneKinds[zone.kind] else { return }
    let grants = try draft.writer.grants(in: id)
    try draft.require(accounts: grants.map(\.account))
    for grant in grants {
      try draft.touch(grant.account)
      guard kind.minimumPerAccount > 0, !isPlanted(.lastZoneTaken) else { continue }
      let left = try zonesLeft(to: grant.account, of: zone.kind)
      guard left < kind.minimumPerAccount else { continue }
      if grant.account == author { throw Refusal(.lastZone, nil, id) }
      try draft.createFreshZone(
        kind: zone.kind, for: grant.account, stamp: stamp, now: now)
    }
  }

  private func zonesLeft(to account: AccountID, of kind: ZoneKind) throws -> Int {
    let dying = Set(dyingZones.map(\.zone))
    let kept = try draft.writer.memberships(of: account).count {
      $0.zone.kind == kind && !dying.contains($0.zone.id)
        && !createdZones.contains($0.zone.id)
    }
    let created = try createdZones.count { try draft.zone($0)?.kind == kind }
    return kept + (account == author ? created : 0)
  }
}

extension Draft {
  /// Creates a zone of a kind for an account that would be left without one. Its id follows from
  /// the account and the change set, so that judging the change set again creates the same zone.
  func createFreshZone(
    kind: ZoneKind, for account: AccountID, stamp: Stamp, now: Int64
  ) throws {
    guard let zoneKind = schema.zoneKinds[kind], let table = schema.table(zoneKind.rootTable)
    else { return }
    let cause = stamp.changeSet.description
    // The id is predictable, so it must not be in use.
    let candidates = (0..<8).map { UUIDs.v5(account, $0 == 0 ? cause : "\(cause) \($0)") }
    guard let id = try candidates.first(where: { try zone($0) == nil && places(of: $0).isEmpty })
    else { throw Refusal(.limit, nil, "ids of zones") }
    put(HubZone(id: id, kind: kind))
    let name = try writer.account(account)?.displayName ?? ""
    try put(
      HubGrant(zone: id, account: account, role: .owner, grantID: stamp.changeSet.description),
      name: name, cause: "fresh", stamp: stamp, now: now)
    var root = HubRecord(zone: id, table: table.name, id: id)
    for register in table.registers {
      let value = zoneKind.freshRoot[register.name] ?? register.defaultContent
      root.registers[register.name] = Register(value, stamp)
    }
    try put(root)
  }
}
