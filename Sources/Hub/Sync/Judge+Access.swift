import SyncProtocol

/// The rights of an author in a zone.
extension Judge {
  /// Checks the author's role in the zone that a mutation names, under the grant with which it was
  /// written.
  ///
  /// - Parameters:
  ///   - least: the role that the mutation needs; `nil` for that of any change to the table.
  ///   - isClaim: the mutation only says who the author is, which every participant may do.
  mutating func access(
    _ zone: ZoneID, _ table: TableSchema, _ key: RecordKey, least: Role? = nil,
    isClaim: Bool = false
  ) throws {
    let role = try roles[zone] ?? writtenRole(in: zone, key)
    roles[zone] = role
    if isClaim || isPlanted(.roleUnchecked) { return }
    guard role >= least ?? table.minimumRole else { throw Refusal(.readOnly, key) }
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

  /// Checks the author's present role in a zone to which a record has moved since the mutation was
  /// written.
  func accessFollowed(
    _ zone: ZoneID, _ table: TableSchema, _ key: RecordKey, least: Role? = nil,
    isClaim: Bool = false
  ) throws {
    if createdZones.contains(zone) { return }
    guard let grant = try draft.grant(in: zone, for: author) else {
      if isPlanted(.followedUnchecked) { return }
      throw Refusal(.permission, key)
    }
    if isClaim || isPlanted(.followedRoleUnchecked) { return }
    guard grant.role >= least ?? table.minimumRole else { throw Refusal(.readOnly, key) }
  }

  func role(in zone: ZoneID) throws -> Role {
    if createdZones.contains(zone) { return .owner }
    return try draft.grant(in: zone, for: author)?.role ?? .readOnly
  }
}
