import SyncProtocol

/// Who decides who is in a zone. That depends on the kind of zone: of a home or a group it is the
/// owner, of a family every parent.
extension Hub {
  /// Throws `SharingError.notFound` for somebody outside the zone, and `notOwner` if they may not
  /// decide who is in it.
  func requireManager(of zone: ZoneID, _ actor: AccountID, _ reader: any HubReader) throws {
    guard let found = try reader.zone(zone), found.isAlive,
      let grant = try reader.grant(in: zone, for: actor)
    else { throw SharingError.notFound }
    guard isManager(grant.role, of: found.kind) else { throw SharingError.notOwner }
  }

  /// Whether a role lets somebody decide who is in a zone of a kind.
  func isManager(_ role: Role, of kind: ZoneKind) -> Bool {
    role >= schema.zoneKinds[kind]?.managerRole ?? .owner || isPlanted(.managerUnchecked)
  }

  /// The families of somebody in which others are, and about which nobody decides who can sign in:
  /// by their titles.
  public func familiesWithoutParent(of account: AccountID) throws -> [String] {
    try store.read { reader in
      try reader.memberships(of: account).compactMap { membership in
        let zone = membership.zone
        guard schema.isFamily(zone.kind), isManager(membership.grant.role, of: zone.kind) else {
          return nil
        }
        let grants = try reader.grants(in: zone.id)
        let isDecided = try grants.contains { grant in
          guard isManager(grant.role, of: zone.kind) else { return false }
          return try reader.account(grant.account)?.isDisabled == false
        }
        return grants.count > 1 && !isDecided ? try title(of: zone, reader) : nil
      }
    }
  }

  /// Throws `SharingError.restricted` if the account is kept from sharing, in whichever zone.
  func checkUnrestricted(_ account: AccountID, _ reader: any HubReader) throws {
    guard try reader.isRestricted(account, schema) else { return }
    throw SharingError.restricted
  }

  /// Throws `SharingError.inOther` if the account is in as many zones of a kind as it may be.
  ///
  /// - Parameter leaving: a zone that the account leaves in the same change.
  func checkMemberships(
    of account: AccountID, in kind: ZoneKind, leaving: ZoneID? = nil, _ reader: any HubReader
  ) throws {
    guard let limit = schema.zoneKinds[kind]?.maxMemberships, !isPlanted(.membershipsUnlimited)
    else { return }
    let others = try reader.memberships(of: account).count {
      $0.zone.kind == kind && $0.zone.id != leaving
    }
    guard others < limit else { throw SharingError.inOther }
  }

  /// Throws `SharingError.kept` if the zone is where somebody keeps the account.
  func checkNotKept(_ account: AccountID, in zone: ZoneID, _ reader: any HubReader) throws {
    guard try reader.keptAccount(account)?.zone == zone, !isPlanted(.keptLeaves) else { return }
    throw SharingError.kept
  }

  /// Throws `SharingError.kept` for an account that is kept and an invite that none of its keepers
  /// has made: a child joins what its parents share.
  func checkKeepers(of account: AccountID, made invite: Invite, _ reader: any HubReader) throws {
    guard let kept = try reader.keptAccount(account), !isPlanted(.keptJoinsAnything) else { return }
    guard try reader.keeps(kept, invite.createdBy, self) else { throw SharingError.kept }
  }

  /// Revokes the open invites that somebody has made who no longer decides who is in the zone.
  func revokeInvites(
    madeBy account: AccountID, in zone: ZoneID, writer: any HubWriter, draft: Draft, stamp: Stamp
  ) throws {
    for invite in try writer.invites(in: zone)
    where invite.createdBy == account && invite.state(now: now()) == .active {
      try revoke(invite, writer: writer, draft: draft, stamp: stamp)
    }
  }
}

extension HubReader {
  /// Whether the account only reads in a zone whose kind restricts its readers: a child.
  func isRestricted(_ account: AccountID, _ schema: SyncSchema) throws -> Bool {
    guard schema.hasRestrictingKinds, !isPlanted(.readersUnrestricted) else { return false }
    return try memberships(of: account).contains {
      schema.zoneKinds[$0.zone.kind]?.restrictsReaders == true && !$0.grant.role.canWrite
    }
  }
}
