import HTTPServer
import SyncProtocol
import Web

/// Sharing a home or a group with a family. The hub decides who gets what; the page says it.
extension WebApplication {
  func familySharePage(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .owning(.zone(kind, zone)) { at in
      let sharing = try await at.familySharing()
      return try await at.page(sharing, at.proposed(sharing))
    }
  }

  func shareWithFamily(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .owning(.zone(kind, zone)) { at in
      let shares = try at.familyShares
      if !at.field("end").isEmpty {
        try await shares.endFamilyShare(of: zone, by: at.member.visitor)
        return await at.goBack(saying: .sharing(.familyShareEnded(at.zone.name)))
      }
      let sharing = try await at.familySharing()
      let roles = FamilyRoles(
        parents: try at.familyRole("parents"), children: try at.familyRole("children"))
      guard roles.isUsable else { return try await at.page(sharing, roles, isEmpty: true) }
      try await shares.shareWithFamily(zone, roles, by: at.member.visitor)
      return await at.goBack(saying: .sharing(.familyShared(at.zone.name)))
    }
  }
}

extension AtZone<Owning> {
  /// Who decides it; a device asks for its hub's own address.
  fileprivate var familyShares: any FamilyShareBackend {
    get throws {
      guard zone.kind != .family else { throw Abort.notFound }
      guard let shares = app.backend.familyShares else { throw Abort.because(.needsHub) }
      return shares
    }
  }

  fileprivate func familySharing() async throws -> FamilySharing {
    let sharing = try await familyShares.familySharing(of: zone.id, by: member.visitor)
    guard let sharing else { throw Abort.notFound }
    // The family is hidden with what is shared.
    try await member.requireShown([sharing.family])
    return sharing
  }

  /// What the page shows first: what the family gets, else that parents edit and children look.
  fileprivate func proposed(_ sharing: FamilySharing) -> FamilyRoles {
    sharing.roles ?? FamilyRoles(parents: .readWrite, children: .readOnly)
  }

  fileprivate func familyRole(_ name: String) throws -> SyncProtocol.Role? {
    let typed = field(name)
    if typed.isEmpty { return nil }
    guard let role = Web.Role(rawValue: typed), role != .owner else { throw Abort.badRequest }
    return role.grant
  }

  fileprivate func page(
    _ sharing: FamilySharing, _ roles: FamilyRoles, isEmpty: Bool = false
  ) async throws -> HTTPResponse {
    var model = FamilySharePage.Model(sharing, of: zone, roles)
    if isEmpty { model.parentRole.problem = .missing }
    let shown = model
    return try await member.page(status: isEmpty ? .unprocessableContent : .ok) {
      FamilySharePage.view(shown, in: $0)
    }
  }

  fileprivate func goBack(saying message: FlashMessage) async -> HTTPResponse {
    await member.workspace.syncNow()
    return member.goTo(member.landmarks.settings(of: zone), saying: message)
  }
}

extension FamilySharePage.Model {
  /// - Parameter roles: as they are shown: those of the share, or proposed ones.
  init(_ sharing: FamilySharing, of zone: ZoneLink, _ roles: FamilyRoles) {
    func value(_ role: SyncProtocol.Role?) -> FieldValue {
      FieldValue(role.map { Web.Role($0).rawValue } ?? "")
    }
    self.init(
      zone: zone, family: sharing.familyTitle, parentRole: value(roles.parents),
      childRole: value(roles.children), isShared: sharing.roles != nil)
    let inside = sharing.people.filter { !$0.isOut }
    parents = inside.filter(\.isParent).map(\.name)
    children = inside.filter { !$0.isParent }.map(\.name)
    out = sharing.people.filter(\.isOut).map(\.name)
    direct = inside.filter { $0.direct != nil }.map(\.name)
  }
}
