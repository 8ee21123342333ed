import Hub
import SyncProtocol

/// What people of a household do about homes that were deleted.
extension HouseholdSimulation {
  /// Somebody brings a deleted home back, or has what was in it removed for good.
  func bringBack() throws {
    let deleted = try accounts.flatMap { account in
      try hub.deletedZones(of: account).map { (owner: account, home: $0) }
    }
    guard let (owner, home) = random.pick(deleted) else { return }
    let (isForGood, isAlone) = (random.chance(0.15), random.chance(0.15))
    for _ in 0..<random.number(1..<3) {
      _ = try atHub(isFaulty: random.chance(0.5)) {
        do {
          if isForGood {
            try hub.purgeDeletedZone(home.zone, by: owner)
            fault("removed for good")
          } else {
            try hub.restoreZone(home.zone, by: owner, isAlone: isAlone)
            fault(isAlone ? "brought back alone" : "brought back")
            try checkBack(home, owner: owner, isAlone: isAlone)
          }
        } catch is SharingError {} catch InviteError.switchedOff {}
      }
    }
  }

  /// A home that is back holds as much as was deleted, and those who had it, and nobody else.
  private func checkBack(
    _ home: DeletedZoneSummary, owner: AccountID, isAlone: Bool
  ) throws {
    try store.read { reader in
      let counts = try reader.liveCounts(of: home.zone)
      try require(
        counts == home.counts, "14 a home comes back as it was",
        "\(home.zone): \(counts), had \(home.counts)")
      let members = try reader.grants(in: home.zone).map(\.account)
      let expected = [owner] + (isAlone ? [] : home.members.map(\.account))
      try require(
        Set(members) == Set(expected), "who was taken out does not come back",
        "\(home.zone): \(members), expected \(expected)")
    }
  }
}
