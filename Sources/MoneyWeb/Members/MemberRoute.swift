import Web

/// The members of a group.
package enum MemberRoute: RouteFamily {
  case members(group: String)
  case member(group: String, member: String)
  case removeMember(group: String, member: String)
  /// “This is me”.
  case claimMember(group: String, member: String)
  case releaseMember(group: String, member: String)
  case assignMember(group: String, member: String)
  case combineMember(group: String, member: String)

  package static let readers = [
    of(members), of(member), of(removeMember), of(claimMember), of(releaseMember),
    of(assignMember), of(combineMember),
  ]

  package var place: Place {
    switch self {
    case .members(let group):
      at(
        "groups", group, "members", get: { $0.membersPage(group) },
        makes: { $0.addMember(group) })
    case .member(let group, let member):
      at(
        "groups", group, "members", member, get: { $0.memberPage(group, member) },
        post: { $0.editMember(group, member) })
    case .removeMember(let group, let member):
      at("groups", group, "members", member, "remove", post: { $0.removeMember(group, member) })
    case .claimMember(let group, let member):
      at("groups", group, "members", member, "me", post: { $0.claimMember(group, member) })
    case .releaseMember(let group, let member):
      at("groups", group, "members", member, "release", post: { $0.releaseMember(group, member) })
    case .assignMember(let group, let member):
      at("groups", group, "members", member, "assign", post: { $0.assignMember(group, member) })
    case .combineMember(let group, let member):
      at(
        "groups", group, "members", member, "combine",
        get: { $0.combineMemberPage(group, member) }, post: { $0.combineMember(group, member) })
    }
  }
}

extension Route {
  package static func members(_ route: MemberRoute) -> Route { Route(route) }
}
