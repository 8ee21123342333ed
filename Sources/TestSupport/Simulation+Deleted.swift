import Hub
import SyncProtocol

/// What people do about homes that were deleted.
extension Simulation {
  /// Somebody brings a deleted home back, alone or with everyone who had it; has what was in it
  /// removed for good; or leaves it meanwhile.
  func bringBack(_ device: SimulatedDevice) throws {
    let deleted = try accounts.flatMap { account in
      try hub.deletedZones(of: account).map { (owner: account, home: $0) }
    }
    guard let (owner, home) = random.pick(deleted) else { return try redeem(device) }
    let choice = random.number(0..<8)
    for _ in 0..<random.number(1..<3) {
      _ = try atHub(isFaulty: true) {
        do {
          try answer(choice, home, by: owner)
        } catch is SharingError {} catch InviteError.switchedOff {}
      }
    }
  }

  private func answer(
    _ choice: Int, _ home: DeletedZoneSummary, by account: AccountID
  ) throws {
    switch choice {
    case 0:
      try trace("purge", home.zone, account)
      try hub.purgeDeletedZone(home.zone, by: account)
      fault("removed for good")
    case 1:
      guard let other = home.members.first?.account else { return }
      lostGrants.insert("\(other) \(home.zone)")
      try trace("remove", other, home.zone, other)
      try hub.remove(other, from: home.zone, by: other)
      fault("left a deleted home")
    case 2:
      for member in home.members { lostGrants.insert("\(member.account) \(home.zone)") }
      try trace("restoreZone", home.zone, account, "alone")
      try hub.restoreZone(home.zone, by: account, isAlone: true)
      fault("brought back alone")
    default:
      // Whoever may be in one zone of the kind alone, and has joined another, stays there.
      if subject.schema.zoneKinds[home.kind]?.maxMemberships != nil {
        for member in home.members { lostGrants.insert("\(member.account) \(home.zone)") }
      }
      try trace("restoreZone", home.zone, account)
      try hub.restoreZone(home.zone, by: account)
      fault("brought back")
    }
  }
}
