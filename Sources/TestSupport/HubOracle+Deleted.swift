import Hub
import SyncProtocol

/// What comes back of a deleted zone is what was deleted.
extension HubOracle {
  /// A zone as it was when it was deleted.
  struct LostZone {
    /// Of every record but those that the hub alone writes.
    let records: [RecordID: Registers]
    let grants: [HubGrant]
  }

  /// Remembers a zone that has gone, and looks at one that is back.
  func noteFate(
    of zone: ZoneID, _ before: Image?, _ image: Image, _ reader: any HubReader
  ) throws {
    let wasAlive = before?.isAlive == true
    if wasAlive, !image.isAlive, let before {
      lost[zone] = LostZone(
        records: contents(of: before), grants: try reader.grants(in: zone))
      // What else came in the same push is not known to have been there.
      if underWay.count != 1 { lost[zone] = nil }
    }
    guard !wasAlive, image.isAlive, let old = lost.removeValue(forKey: zone) else { return }
    let back = contents(of: image)
    // A restored hub may have been told where something went without hearing that the home was
    // there again.
    let was = try old.records.filter { id, _ in
      try reader.places(of: id).allSatisfy { $0.zone == zone || $0.isDead }
    }
    try require(
      back == was, "14 a home comes back as it was",
      "\(zone): \(Set(back.keys).symmetricDifference(was.keys).sorted())")
    let members = try reader.grants(in: zone)
    let strangers = try members.filter { grant in
      let was = old.grants.first { $0.account == grant.account }
      return try grant != was && !subject.isGiven(grant, was: was, reader)
    }
    try require(
      strangers.isEmpty, "who was taken out does not come back",
      "\(zone): \(members.map(\.account)), were \(old.grants.map(\.account))")
    try require(
      try reader.invites(in: zone).allSatisfy { $0.state(now: time.milliseconds) != .active },
      "an old invite does not lead into a home that is back", zone)
  }

  private func contents(of image: Image) -> [RecordID: Registers] {
    image.records.compactMapValues { watched in
      let table = subject.schema.table(watched.record.table)
      return table?.isHubOwned == true ? nil : watched.record.registers
    }
  }
}
