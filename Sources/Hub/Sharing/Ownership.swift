import SyncProtocol

/// Handing over a zone (D-SHR-2): its owner offers it, a participant accepts, and both are
/// notified.
extension Hub {
  /// How long an offer can be accepted.
  public static let offerMilliseconds: Int64 = 7 * 86_400_000

  /// Offers a zone to a participant. Nothing changes until they accept; repeating the offer
  /// restarts its time limit.
  public func offerOwnership(
    of zone: ZoneID, to account: AccountID, by actor: AccountID
  ) throws {
    let now = now()
    try store.write { writer in
      try requireOwner(of: zone, actor, writer)
      try checkUnrestricted(actor, writer)
      try checkBeginning(in: zone, by: actor, writer)
      guard let grant = try writer.grant(in: zone, for: account) else {
        throw SharingError.noSuchParticipant
      }
      guard grant.role != .owner else { throw SharingError.isOwner }
      try checkNotKept(account, in: zone, writer)
      guard let found = try writer.zone(zone), found.kind != .personal else {
        throw SharingError.notFound
      }
      let notice = AccountNotice(
        id: Self.offerID(of: zone, to: account), kind: .ownershipOffered, zone: zone,
        title: try title(of: found, writer),
        person: try writer.account(actor)?.displayName ?? "", personID: actor, at: now)
      try writer.removeNotice(notice.id, of: account)
      try writer.keep(notice, for: account)
    }
    var notice = Notice()
    notice.accounts = [account]
    announce(notice)
  }

  /// Withdraws an offer. Does nothing if there is none, or if it has expired.
  public func withdrawOffer(
    of zone: ZoneID, to account: AccountID, by actor: AccountID
  ) throws {
    try store.write { writer in
      try requireOwner(of: zone, actor, writer)
      try writer.removeNotice(Self.offerID(of: zone, to: account), of: account)
    }
    var notice = Notice()
    notice.accounts = [account]
    announce(notice)
  }

  /// Whether a zone is offered to an account that can still accept.
  func isOffered(_ zone: ZoneID, to account: AccountID, _ reader: any HubReader) throws -> Bool {
    let (id, now) = (Self.offerID(of: zone, to: account), now())
    return try reader.notices(of: account).contains {
      try $0.id == id && Self.isOpen($0, to: account, at: now, reader)
    }
  }

  /// The id of the offer's notice: there is at most one offer of a zone to an account.
  private static func offerID(of zone: ZoneID, to account: AccountID) -> String {
    UUIDs.v5(zone, "owner " + account)
  }

  /// Whether an offer can be accepted: in time, by a participant, and made by the present owner.
  static func isOpen(
    _ offer: AccountNotice, to account: AccountID, at now: Int64, _ reader: some HubReader
  ) throws -> Bool {
    guard offer.at + offerMilliseconds > now, try reader.zone(offer.zone)?.isAlive == true else {
      return false
    }
    return try reader.grant(in: offer.zone, for: offer.personID)?.role == .owner
      && reader.grant(in: offer.zone, for: account) != nil
  }

  /// Accepts a zone that its owner has offered; the former owner stays in it and may edit.
  public func acceptOwnership(notice id: String, by account: AccountID) throws {
    try change(by: account) { writer, draft, stamp in
      guard
        let offer = try writer.notices(of: account).first(where: {
          $0.id == id && $0.kind == .ownershipOffered
        }), try Self.isOpen(offer, to: account, at: now(), writer),
        let zone = try writer.zone(offer.zone),
        var old = try writer.grant(in: zone.id, for: offer.personID),
        var new = try writer.grant(in: zone.id, for: account)
      else { throw SharingError.notFound }
      try gate.check(.extend, by: account, in: zone.id, writer)
      try checkUnrestricted(account, writer)
      let owned = try writer.memberships(of: account).count {
        $0.grant.role == .owner && $0.zone.kind == zone.kind
      }
      if let limit = schema.zoneKinds[zone.kind]?.maxOwned, owned >= limit {
        throw SharingError.tooManyOwned
      }
      old.role = .readWrite
      new.role = .owner
      for grant in [old, new] {
        let name = try writer.account(grant.account)?.displayName ?? ""
        try draft.put(grant, name: name, cause: "", stamp: stamp, now: now())
        try draft.setDirect(grant.account, in: zone.id, stamp: stamp)
      }
      // The new owner has not invited the people whom the former one has.
      for invite in try writer.invites(in: zone.id) where invite.state(now: now()) == .active {
        try revoke(invite, writer: writer, draft: draft, stamp: stamp)
      }
      try writer.removeNotice(id, of: account)
      try writer.keep(
        AccountNotice(
          id: UUIDs.v5(stamp.changeSet.description, old.account), kind: .ownershipTaken,
          zone: zone.id, title: try title(of: zone, writer),
          person: try writer.account(account)?.displayName ?? "", personID: account, at: now()),
        for: old.account)
    }
  }
}
