import Foundation
import HTTPServer
import Replica
import SyncProtocol

/// What the hub tells an account, and what can be done about it.
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
        // Who has accepted it already, in another tab, is shown what they have.
        let home = member.field("home")
        guard try await member.owns(home) else { throw Stop.because(.offerEnded) }
        return member.goTo(.homes(.homeSettings(home)))
      }
      do {
        try await member.hub.acceptOwnership(notice: id)
      } catch HubClientError.refused(.notFound) {
        // The offer is over, or it was not its owner's any more to make.
        throw Stop.because(.offerEnded)
      }
      await member.workspace.syncNow()
      return member.goTo(
        .homes(.homeSettings(notice.zone)), saying: .sharing(.homeTaken(notice.title)))
    }
  }

  /// Takes back what an invite gave: whether the asker may is the hub's to say.
  func removeNoticed(_ id: String) -> Endpoint {
    .member { member in
      guard let notice = try await member.hub.notices().first(where: { $0.id == id }),
        notice.kind == .inviteUsed
      else { throw Stop.notFound }
      try await member.hub.remove(notice.personID, from: notice.zone)
      await member.workspace.syncNow()
      return member.goTo(.sharing(.people), saying: .sharing(.personRemoved(notice.person)))
    }
  }
}

extension Member {
  /// Whether it is worth asking the hub for what a page is there without.
  var canAskHub: Bool {
    app.door.device == nil || ![.offline, .outdated].contains(workspace.syncState)
  }

  /// What the hub tells this account; nothing while a device cannot ask it.
  func notices() async -> [AccountNotice] {
    guard canAskHub else { return [] }
    do throws(HubClientError) {
      return try await hub.notices()
    } catch {
      // The page is there without them; the hub keeps them for the next time.
      return []
    }
  }
}

extension NoticeRow {
  init(_ notice: AccountNotice, _ reader: PageReader, leadsToRecovery: Bool = false) {
    let home = reader.surroundings.sidebar.homes.first { $0.id == notice.zone }
    let isThere = home?.participants.contains { $0.accountID == notice.personID } ?? false
    let copyUntil = notice.copyUntil.map { Date(milliseconds: $0) }
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
      case .hubRestored: .hubRestored(stateAt: notice.stateAt.map { Date(milliseconds: $0) })
      }
    self.init(
      id: notice.id, what: what, person: PersonBadge(id: notice.personID, name: notice.person),
      home: HomeLink(id: notice.zone, name: home?.name ?? notice.title),
      at: Date(milliseconds: notice.at),
      canRemove: what == .inviteUsed && isThere && home?.role == .owner)
    guard notice.kind == .hubRestored else { return }
    self.leadsToRecovery = leadsToRecovery
    ownHomes = reader.surroundings.sidebar.homes.filter {
      reader.grantedRole(in: $0.id) == .owner
    }.map { HomeLink(id: $0.id, name: $0.name) }
  }
}
