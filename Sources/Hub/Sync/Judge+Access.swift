import SyncProtocol

/// What an author may do in a zone.
extension Judge {
  /// The author's role in the zone he wrote in, under the grant he wrote under.
  ///
  /// - Parameter isClaim: he says who he is, which whoever is in the zone may.
  mutating func access(
    _ zone: ZoneID, _ table: TableSchema, _ key: RecordKey, isClaim: Bool = false
  ) throws {
    let role = try roles[zone] ?? writtenRole(in: zone, key)
    roles[zone] = role
    if isClaim || isPlanted(.roleUnchecked) { return }
    guard role.canWrite, role >= table.minimumRole else { throw Refusal(.readOnly, key) }
  }

  func writtenRole(in zone: ZoneID, _ key: RecordKey) throws -> Role {
    if createdZones.contains(zone) { return .owner }
    guard try draft.zone(zone) != nil else { throw Refusal(.unknown, key) }
    guard let grant = try draft.grant(in: zone, for: author) else {
      if isPlanted(.permissionUnchecked) { return .readWrite }
      throw Refusal(.permission, key)
    }
    if !isPlanted(.grantIgnored), changeSet.grants[zone] != grant.grantID {
      throw Refusal(.regranted, key)
    }
    return grant.role
  }

  /// The author's role now, in a zone that a record has gone to since he wrote.
  func accessFollowed(
    _ zone: ZoneID, _ table: TableSchema, _ key: RecordKey, isClaim: Bool = false
  ) throws {
    if createdZones.contains(zone) { return }
    guard let grant = try draft.grant(in: zone, for: author) else {
      if isPlanted(.followedUnchecked) { return }
      throw Refusal(.permission, key)
    }
    if isClaim || isPlanted(.followedRoleUnchecked) { return }
    guard grant.role.canWrite, grant.role >= table.minimumRole else {
      throw Refusal(.readOnly, key)
    }
  }

  func role(in zone: ZoneID) throws -> Role {
    if createdZones.contains(zone) { return .owner }
    return try draft.grant(in: zone, for: author)?.role ?? .readOnly
  }
}
