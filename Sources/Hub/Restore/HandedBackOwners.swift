import SyncProtocol

/// A zone has one owner, whatever lives of the hub tell of who took it over: two of them that began
/// with one backup may have handed it to different people, or the one has made somebody its owner
/// whom the other has removed.
///
/// - Of two owners it is who took the zone over last; the other one may edit.
/// - Where there is none because who took it over is out by what is newer, it is who was its owner.
/// - Where there is none because the owner has lost it by what is newer than their taking it over,
///   it is who had handed it to them. If they are not in it any more, or the owner has only left it
///   for another zone, its owner stays.
///
/// So the same one owns it in whatever order it is told, as long as they are all still in it.
extension Judge {
  mutating func keepOneOwner(_ entries: [LogEntry]) throws {
    for entry in entries where entry.effects.contains(where: { $0.table == "participants" }) {
      let grants = try draft.grantsAfter(in: entry.zone)
      let owners = grants.values.filter { $0.role == .owner }
      if owners.isEmpty {
        try provideOwner(of: entry, grants)
      } else if owners.count > 1 {
        try chooseOwner(among: owners)
      }
    }
  }

  /// Leaves a zone to who took it over last.
  private mutating func chooseOwner(among owners: [HubGrant]) throws {
    let known = try owners.map { grant in (grant, try roleStamp(of: grant)) }
    guard let last = known.compactMap(\.1).max() else { return }
    for (grant, taken) in known where taken != last {
      try give(.readWrite, to: grant, since: last)
    }
  }

  /// Gives a zone an owner that what is handed back has left without.
  private mutating func provideOwner(
    of entry: LogEntry, _ grants: [AccountID: HubGrant]
  ) throws {
    let stored = try draft.writer.grants(in: entry.zone).first { $0.role == .owner }
    guard let stored else { return }
    let place = try draft.participantPlace(of: stored.account, in: entry.zone)
    guard let record = try draft.original(place) else { return }
    let isTaken = entry.effects.contains {
      $0.table == "participants" && $0.registers["role"] == .text(Role.owner.rawValue)
    }
    if !isTaken, entry.parts.count < 2, let taken = record.registers["role"]?.stamp {
      // Who handed it over became somebody who may edit by the same change set.
      for grant in grants.values where grant.role == .readWrite {
        if try roleStamp(of: grant) == taken { return try give(.owner, to: grant, since: stamp) }
      }
    }
    draft.removedGrants.removeAll { $0 == (entry.zone, stored.account) }
    draft.grants.append(stored)
    try draft.put(record)
  }

  private func roleStamp(of grant: HubGrant) throws -> Stamp? {
    try draft.record(draft.participantPlace(of: grant.account, in: grant.zone))?
      .registers["role"]?.stamp
  }

  private mutating func give(_ role: Role, to grant: HubGrant, since stamp: Stamp) throws {
    let place = try draft.participantPlace(of: grant.account, in: grant.zone)
    guard var record = try draft.record(place) else { return }
    var grant = grant
    grant.role = role
    record.registers["role"] = Register(.text(role.rawValue), stamp)
    draft.grants.append(grant)
    try draft.put(record)
    try draft.touch(grant.account)
  }
}
