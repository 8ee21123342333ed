import SyncProtocol

/// Invites in a change that is being made.
extension Draft {
  /// The record that shows an invite to everyone in the zone.
  func show(_ invite: Invite, stamp: Stamp) throws {
    var record =
      try record(RecordPlace(zone: invite.zone, id: invite.id))
      ?? HubRecord(zone: invite.zone, table: "invites", id: invite.id)
    let values: SortedMap<FieldValue> = [
      "role": .text(invite.role.rawValue), "createdBy": .text(invite.createdBy),
      "createdAt": .integer(invite.createdAt), "expiresAt": .integer(invite.expiresAt),
      "maxUses": .integer(Int64(invite.maxUses)), "usedCount": .integer(Int64(invite.usedCount)),
      "revokedAt": invite.revokedAt.map(FieldValue.integer) ?? .null,
    ]
    for (name, value) in values where record.registers[name]?.value != value {
      record.registers[name] = Register(value, stamp)
    }
    try put(record)
  }

  /// Ends the open invites, to whichever zone, of everyone whom this draft makes a child: a child
  /// invites nobody, and what it had begun would go on without anybody deciding it. Each of them is
  /// told.
  func endInvitesOfChildren(author: AccountID, stamp: Stamp, now: Int64) throws {
    guard schema.hasRestrictingKinds else { return }
    for grant in grants where !grant.role.canWrite {
      guard let family = try zone(grant.zone), schema.isFamily(family.kind),
        try self.grant(in: family.id, for: grant.account)?.role != grant.role
      else { continue }
      let zones = try writer.memberships(of: grant.account).map(\.zone.id).sorted()
      try require(zones: Set(zones))
      var hasEnded = false
      for zone in zones {
        for var invite in try writer.invites(in: zone)
        where invite.createdBy == grant.account && invite.state(now: now) == .active {
          invite.revokedAt = now
          try show(invite, stamp: stamp)
          changesBeside.append(.invite(invite))
          hasEnded = true
        }
      }
      guard hasEnded else { continue }
      let register = schema.zoneKinds[family.kind]?.titleRegister
      let root = try record(RecordPlace(zone: family.id, id: family.id))
      let notice = AccountNotice(
        id: UUIDs.v5(stamp.changeSet.description, "invitesEnded \(grant.account)"),
        kind: .invitesEnded, zone: family.id,
        title: register.flatMap { root?.registers[$0]?.value.text } ?? "",
        person: try writer.account(author)?.displayName ?? "", personID: author, at: now)
      changesBeside.append(.tell(notice, grant.account))
    }
  }
}
