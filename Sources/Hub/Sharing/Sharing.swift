import SyncProtocol

/// Why the hub refuses a sharing request. The list is closed: each case has its words.
public enum SharingError: Error, Equatable, Sendable {
  /// The zone does not exist, or the actor is not in it; the error does not say which.
  case notFound
  /// Only the owner may do this.
  case notOwner
  /// The owner cannot be removed or be given another role; the zone must be handed over first.
  case isOwner
  case noSuchParticipant
  case tooManyParticipants(limit: Int)
  /// The account owns the greatest number of zones of this kind that it may.
  case tooManyOwned
  /// The account is in another zone of this kind, and may be in no more: it has to leave that
  /// first.
  case inOther
  /// The account shares nothing and gives no roles: it is a child in a family.
  case restricted
  /// The account is kept by those who decide about its family: they give it an account of its own
  /// first, or take it away.
  case kept
  /// The person's family gives them more than this role in the zone.
  case givenByFamily
}

extension Hub {
  /// Runs one change that the hub makes itself; `body` checks it, and it is committed like a change
  /// set.
  func change<Result>(
    by actor: AccountID, copyAside: CopyAside? = nil,
    _ body: (any HubWriter, Draft, Stamp) throws -> Result
  ) throws -> Result {
    var notice = Notice()
    let result = try store.write { writer in
      notice = Notice()
      let draft = Draft(writer: writer, schema: schema)
      draft.copyAside = copyAside
      draft.gate = gate
      let stamp = try ownStamp(writer, for: actor)
      let result = try body(writer, draft, stamp)
      notice.zones = try draft.commit(stamp: stamp, author: actor, now: now())
      notice.accounts = draft.touchedAccounts
      return result
    }
    announce(notice)
    return result
  }

  func requireOwner(of zone: ZoneID, _ actor: AccountID, _ reader: any HubReader) throws {
    guard let found = try reader.zone(zone), found.isAlive,
      let grant = try reader.grant(in: zone, for: actor)
    else { throw SharingError.notFound }
    guard grant.role == .owner else { throw SharingError.notOwner }
  }

  /// Changes a participant's role. Does nothing if the participant has that role already.
  public func setRole(
    _ role: Role, of account: AccountID, in zone: ZoneID, by actor: AccountID
  ) throws {
    try change(by: actor) { writer, draft, stamp in
      try requireManager(of: zone, actor, writer)
      try checkUnrestricted(actor, writer)
      guard role != .owner || isPlanted(.ownerMade) else { throw SharingError.isOwner }
      guard var grant = try writer.grant(in: zone, for: account) else {
        throw SharingError.noSuchParticipant
      }
      guard grant.role != .owner || isPlanted(.ownerDemoted) else { throw SharingError.isOwner }
      let member = try writer.familyShareMember(account, of: zone)
      if let member {
        try checkFamilyGives(role, to: member, writer)
        draft.directRoles[zone] = [account: role]
        draft.followedShares.insert(zone)
      } else {
        // They may have come in by a share that a restored hub does not know.
        try draft.setDirect(account, in: zone, stamp: stamp)
      }
      guard grant.role != role else { return }
      if role.canWrite { try checkNotKept(account, in: zone, writer) }
      if role > grant.role { try gate.check(.extend, by: actor, in: zone, writer) }
      grant.role = role
      if let kind = try writer.zone(zone)?.kind, !isManager(role, of: kind) {
        try revokeInvites(madeBy: account, in: zone, writer: writer, draft: draft, stamp: stamp)
      }
      try draft.put(
        grant, name: try writer.account(account)?.displayName ?? "", cause: "", stamp: stamp,
        now: now())
      try tellRole(grant, by: actor, stamp: stamp, writer)
    }
  }

  /// Tells somebody what they are in a family now.
  private func tellRole(
    _ grant: HubGrant, by actor: AccountID, stamp: Stamp, _ writer: any HubWriter
  ) throws {
    guard grant.account != actor, let zone = try writer.zone(grant.zone),
      schema.isFamily(zone.kind)
    else { return }
    let notice = AccountNotice(
      id: UUIDs.v5(stamp.changeSet.description, "role " + grant.account),
      kind: grant.role.canWrite ? .madeParent : .madeChild, zone: zone.id,
      title: try title(of: zone, writer), person: try writer.account(actor)?.displayName ?? "",
      personID: actor, at: now())
    try writer.keep(notice, for: grant.account)
  }

  /// Removes a participant from a zone; their replicas purge it. Does nothing if the account is not
  /// a participant.
  public func remove(_ account: AccountID, from zone: ZoneID, by actor: AccountID) throws {
    try changeCopying(zone, by: actor) { reader in
      if account != actor { try requireManager(of: zone, actor, reader) }
      let grant = try reader.grant(in: zone, for: account)
      guard grant?.role != .owner || isPlanted(.ownerRemoved) else { throw SharingError.isOwner }
      if grant == nil, account == actor { throw SharingError.notFound }
    } _: { writer, draft, stamp in
      guard let grant = try writer.grant(in: zone, for: account) else { return }
      try take(grant, writer: writer, draft: draft, stamp: stamp)
    }
  }

  /// Removes everyone but the owner and revokes all invites.
  public func stopSharing(_ zone: ZoneID, by actor: AccountID) throws {
    try changeCopying(zone, by: actor) { reader in
      try requireOwner(of: zone, actor, reader)
    } _: { writer, draft, stamp in
      draft.endedShares.insert(zone)
      for grant in try writer.grants(in: zone) where grant.role != .owner {
        try take(grant, writer: writer, draft: draft, stamp: stamp)
      }
      for invite in try writer.invites(in: zone) where invite.state(now: now()) == .active {
        try revoke(invite, writer: writer, draft: draft, stamp: stamp)
      }
    }
  }

  func take(
    _ grant: HubGrant, writer: any HubWriter, draft: Draft, stamp: Stamp
  ) throws {
    try checkNotKept(grant.account, in: grant.zone, writer)
    try draft.removeGrant(in: grant.zone, for: grant.account, stamp: stamp)
    try revokeInvites(
      madeBy: grant.account, in: grant.zone, writer: writer, draft: draft, stamp: stamp)
    guard let zone = try writer.zone(grant.zone), let kind = schema.zoneKinds[zone.kind],
      kind.minimumPerAccount > 0, !isPlanted(.lastZoneTaken)
    else { return }
    let left = try writer.memberships(of: grant.account).count {
      $0.zone.kind == zone.kind && $0.zone.id != zone.id
    }
    if left < kind.minimumPerAccount {
      try draft.createFreshZone(kind: zone.kind, for: grant.account, stamp: stamp, now: now())
    }
  }

  /// Creates an account's personal zone, in the transaction that creates the account.
  public func createPersonalZone(for account: Account, writer: any HubWriter) throws {
    guard let kind = schema.zoneKinds[.personal], let table = schema.table(kind.rootTable) else {
      return
    }
    let draft = Draft(writer: writer, schema: schema)
    let stamp = try ownStamp(writer, for: account.id)
    draft.put(HubZone(id: account.personalZone, kind: .personal))
    try draft.put(
      HubGrant(
        zone: account.personalZone, account: account.id, role: .owner,
        grantID: stamp.changeSet.description),
      name: account.displayName, cause: "created", stamp: stamp, now: now())
    var root = HubRecord(
      zone: account.personalZone, table: table.name, id: account.personalZone)
    for register in table.registers {
      var value =
        kind.freshRoot[register.name] ?? register.columns.first?.defaultValue ?? .null
      if register.name == kind.titleRegister { value = .text(account.displayName) }
      root.registers[register.name] = Register(value, stamp)
    }
    try draft.put(root)
    _ = try draft.commit(stamp: stamp, author: account.id, now: now())
  }

  /// The account's role in a zone; `nil` if it cannot read the zone now.
  public func role(of account: AccountID, in zone: ZoneID) throws -> Role? {
    try store.read { reader in
      guard try reader.zone(zone)?.isAlive == true else { return nil }
      return try reader.grant(in: zone, for: account)?.role
    }
  }
}

extension Hub {
  /// Changes an account's display name, in every zone in which it is a participant. Invisible
  /// characters are removed; if nothing is left, nothing changes.
  public func setDisplayName(_ text: String, of account: AccountID) throws {
    guard let name = AccountRules.displayName(text) else { return }
    try change(by: account) { writer, draft, stamp in
      guard var found = try writer.account(account), found.displayName != name else { return }
      found.displayName = name
      try writer.putAccount(found)
      for (grant, _) in try writer.memberships(of: account) {
        try draft.put(grant, name: name, cause: "", stamp: stamp, now: now())
      }
    }
  }
}
