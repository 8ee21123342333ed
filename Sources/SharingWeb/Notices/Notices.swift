import FoundationEssentials
import HTTPServer
import Replica
import SyncProtocol
import Web

/// Notices from the hub to an account, and the actions that they offer.
extension WebApplication {
  func dismissNotice(_ id: String) -> Endpoint {
    .member { member in
      try await member.hub.dismissNotice(id)
      return member.goTo(.sharing(.people))
    }
  }

  func acceptHome(_ id: String) -> Endpoint {
    .member { member in
      guard let notice = try await member.hub.notices().first(where: { $0.id == id }),
        notice.kind == .ownershipOffered
      else {
        // A person who has accepted already, in another tab, is shown the home.
        let home = member.field("home")
        guard try await member.owns(home) else { throw Abort.because(.offerEnded) }
        return member.goTo(try await member.settings(of: home))
      }
      do {
        try await member.hub.acceptOwnership(notice: id)
      } catch HubClientError.refused(.notFound) {
        // The offer has ended, or whoever made it no longer owns the home.
        throw Abort.because(.offerEnded)
      }
      await member.workspace.syncNow()
      return member.goTo(
        try await member.settings(of: notice.zone), saying: .sharing(.homeTaken(notice.title)))
    }
  }

  /// Removes the person who used an invite. The hub decides whether the asker may do so.
  func removeNoticed(_ id: String) -> Endpoint {
    .member { member in
      guard let notice = try await member.hub.notices().first(where: { $0.id == id }),
        notice.kind == .inviteUsed
      else { throw Abort.notFound }
      try await member.hub.remove(notice.personID, from: notice.zone)
      await member.workspace.syncNow()
      return member.goTo(
        .sharing(.people), saying: .sharing(.personRemoved(notice.person, from: notice.title)))
    }
  }
}

extension Member {
  /// The settings of one of the person's zones, whatever its kind; the page of people if the zone
  /// is not here yet.
  fileprivate func settings(of zone: ZoneID) async throws -> Route {
    let areas = app.areas
    let found = try await read { connection in
      try ZoneLink.Kind.allCases.lazy.compactMap { kind in
        try areas.zone(kind, zone, in: connection)?.zone
      }.first
    }
    return found.map { landmarks.settings(of: $0) } ?? .sharing(.people)
  }

  /// Whether the hub may be asked for extras, without which the page works, too.
  package var canAskHub: Bool {
    app.backend.device == nil || ![.offline, .outdated].contains(workspace.syncState)
  }

  /// The names of homes that the person has lost, from the hub's notices.
  package func namesOfLostHomes() async -> [ZoneID: String] {
    await notices().reduce(into: [:]) { names, notice in
      switch notice.kind {
      case .left, .removed, .zoneDeleted: names[notice.zone] = notice.title
      default: break
      }
    }
  }

  /// Whether the person is an administrator and there is a restore to show.
  package func hasRecovery() async throws -> Bool {
    guard visitor.isAdministrator, let backend = app.backend.recoveries else { return false }
    return try await backend.recovery(for: visitor) != nil
  }

  /// Whether the notice of a restore links to its progress.
  package func leadsToRecovery(_ notices: [AccountNotice]) async throws -> Bool {
    guard notices.contains(where: { $0.kind == .hubRestored }) else { return false }
    return try await hasRecovery()
  }

  /// The hub's notices for this account; empty while a device cannot reach the hub.
  package func notices() async -> [AccountNotice] {
    guard canAskHub else { return [] }
    do throws(HubClientError) {
      return try await hub.notices()
    } catch {
      // The page is shown without them; the hub keeps them for the next time.
      return []
    }
  }
}

extension NoticeRow {
  /// The notice by itself, without what the person may do about it.
  init(_ notice: AccountNotice) {
    self.init(notice, home: nil)
  }

  package init(_ notice: AccountNotice, _ reader: PageReader, leadsToRecovery: Bool = false) {
    let home = reader.surroundings.zones.first { $0.zone.id == notice.zone }
    self.init(notice, home: home)
    guard notice.kind == .hubRestored else { return }
    self.leadsToRecovery = leadsToRecovery
    ownHomes = reader.surroundings.zones.map(\.zone).filter {
      reader.grantedRole(in: $0.id) == .owner
    }
  }

  /// - Parameter home: what the person has of it; `nil` for nothing.
  private init(_ notice: AccountNotice, home: Web.ZoneRow?) {
    let isThere = home?.participants.contains { $0.accountID == notice.personID } ?? false
    // A family is people: nobody keeps a copy of one.
    let copyUntil =
      notice.zoneKind == .family ? nil : notice.copyUntil.map { Date(milliseconds: $0) }
    let what: What =
      switch notice.kind {
      case .inviteUsed: .inviteUsed
      case .left: .left(copyUntil: copyUntil)
      case .removed: .removed(copyUntil: copyUntil)
      case .zoneDeleted: .homeDeleted(copyUntil: copyUntil)
      case .zoneRestored: .homeRestored
      case .ownershipOffered: .ownershipOffered
      case .ownershipTaken: .ownershipTaken
      case .zoneMerged: .homeMerged
      case .pinGuessed: .pinGuessed
      case .invited: .invited
      case .familyShared: .familyShared
      case .familyJoined: .familyJoined
      case .familyLeft: .familyLeft
      case .invitesEnded: .invitesEnded
      case .codeGuessed: .codeGuessed
      case .personJoined: .personJoined
      case .personLeft: .personLeft
      case .madeParent: .madeParent
      case .madeChild: .madeChild
      case .hubRestored: .hubRestored(stateAt: notice.stateAt.map { Date(milliseconds: $0) })
      }
    self.init(
      id: notice.id, what: what, person: PersonBadge(id: notice.personID, name: notice.person),
      home: home?.zone
        ?? ZoneLink(
          notice.zoneKind.flatMap { ZoneLink.Kind($0) } ?? .home, id: notice.zone,
          name: notice.title),
      at: Date(milliseconds: notice.at),
      canRemove: what == .inviteUsed && isThere && home?.role == .owner)
  }
}
