import FoundationEssentials
import HTTPServer
import Household
import Images
import Replica
import SQLite
import SyncProtocol
import Things
import Usage
import Values
import Web

/// Sharing a home or a group: its members, its invites, and ending the sharing.
///
/// Changes are made at the hub and pulled into the replica before the answer.
extension WebApplication {
  /// Creates an invite. Only this answer shows its secrets, so it is a page and not a redirect.
  func makeInvite(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .managing(.zone(kind, zone)) { at in
      guard let role = Role(rawValue: at.field("role")), role != .owner,
        let hours = Int64(at.field("hours")), (1...24 * 30).contains(hours),
        let typedUses = Int(at.field("uses")), (1...50).contains(typedUses)
      else { throw Abort.badRequest }
      let name = at.field("for").trimmed
      // An invite for one person can be used once.
      let uses = name.isEmpty ? typedUses : 1
      let wish = InviteRequest(
        zone: zone, role: role.grant, lifeSeconds: hours * 3600, maxUses: uses,
        boundTo: name.isEmpty ? nil : name, allowsMerge: at.field("apart").isEmpty)
      let invite: IssuedInvite
      do throws(HubClientError) {
        invite = try await at.member.hub.createInvite(wish)
      } catch {
        if case .refused(.outOfRange) = error, !name.isEmpty {
          // Everything else was checked above: no account can have this name, or it is the person's
          // own.
          return try await at.app.areas.sharingHost(of: kind).settings(
            of: zone, for: at.member, invitee: FieldValue(name, problem: .noSignInName))
        }
        guard case .transport(let problem) = error, problem.isPassing else { throw error }
        let model = InviteNotMadePage.Model(
          zone: at.zone, role: role, hours: Int(hours), uses: typedUses, boundTo: name,
          isUncertain: problem.mayHaveArrived, allowsMerge: wish.allowsMerge)
        return try await at.member.page(status: .serviceUnavailable) {
          InviteNotMadePage.view(model, in: $0)
        }
      }
      at.count(.inviteMade(UsageEvent.Shared(kind, zone), role: UsageEvent.Role(role)))
      await at.member.workspace.syncNow()
      let link = at.guest.origin + Route.joining(.invite(invite.token)).path
      // A link that is too long for a QR code can still be copied.
      let drawn = try? DrawnQRCode(link)
      let model = InviteMadePage.Model(
        zone: at.zone, role: role, link: link, code: invite.code,
        qr: drawn.flatMap { QRCode(size: $0.side, modules: $0.modules) },
        expiresAt: Date(milliseconds: invite.expiresAt), maxUses: uses, boundTo: name)
      return try await at.member.page { InviteMadePage.view(model, in: $0) }
    }
  }

  func revokeInvite(_ invite: String, _ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .managing(.zone(kind, zone)) { at in
      let isHere = try await at.member.read { connection in
        try Invite.all(home: zone, in: connection).contains { $0.id == invite }
      }
      guard isHere else { throw Abort.notFound }
      try await at.member.hub.revokeInvite(invite)
      return await at.changed(saying: .sharing(.inviteRevoked))
    }
  }

  func setRole(of person: AccountID, _ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .managing(.zone(kind, zone)) { at in
      guard let role = Role(rawValue: at.field("role")), role != .owner else {
        throw Abort.badRequest
      }
      let badge = try await at.participant(person)
      try await at.member.hub.setRole(role.grant, of: person, in: zone)
      return await at.changed(saying: .sharing(.roleChanged(badge.name, role, in: at.zone)))
    }
  }

  func removePersonPage(_ person: AccountID, _ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .managing(.zone(kind, zone)) { at in
      let badge = try await at.participant(person)
      guard person != at.member.accountID else { throw Abort.because(.forbidden) }
      // Whom parents keep is removed on the page of the account: nothing is asked that would fail.
      guard try await !at.member.kept(in: zone, kind).contains(person) else {
        throw HubClientError.refused(.kept)
      }
      return try await at.question { _, _ in .remove(badge) }
    }
  }

  func removePerson(_ person: AccountID, _ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .managing(.zone(kind, zone)) { at in
      let badge = try await at.participant(person)
      try await at.member.hub.remove(person, from: zone)
      return await at.changed(saying: .sharing(.personRemoved(badge.name, from: at.zone.name)))
    }
  }

  func handOverPage(to person: AccountID, _ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .owning(.zone(kind, zone)) { at in
      let badge = try await at.participant(person)
      guard person != at.member.accountID else { throw Abort.because(.forbidden) }
      return try await at.question { _, _ in .handOver(badge) }
    }
  }

  /// Offers the home to another member, who becomes the owner by accepting.
  ///
  /// With `withdraw` the offer is withdrawn instead.
  func handOver(to person: AccountID, _ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .owning(.zone(kind, zone)) { at in
      let badge = try await at.participant(person)
      if !at.field("withdraw").isEmpty {
        try await at.member.hub.withdrawOffer(of: zone, to: person)
        return await at.changed(saying: .sharing(.offerWithdrawn(at.zone.name, badge.name)))
      }
      try await at.member.hub.offerOwnership(of: zone, to: person)
      return await at.changed(saying: .sharing(.homeOffered(at.zone.name, badge.name)))
    }
  }

  func stopSharingPage(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .owning(.zone(kind, zone)) { at in
      let own = at.member.accountID
      let kept = try await at.member.kept(in: zone, kind)
      return try await at.question(kept: kept) { people, _ in
        .stopSharing(people.filter { $0.accountID != own }.map { PersonBadge($0) })
      }
    }
  }

  func stopSharing(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .owning(.zone(kind, zone)) { at in
      try await at.member.hub.stopSharing(zone)
      at.count(.sharingStopped(UsageEvent.Shared(kind, zone)))
      return await at.changed(saying: .sharing(.sharingStopped(at.zone.name)))
    }
  }

  func leavePage(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .viewing(.zone(kind, zone)) { at in
      guard at.role != .owner else { throw Abort.because(.forbidden) }
      let more = try await at.app.areas.sharingHost(of: kind).leaving(at.zone, for: at.member)
      return try await at.question(more) { people, _ in
        people.first { $0.role == .owner }.map { .leave(owner: PersonBadge($0)) }
      }
    }
  }

  func leave(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .viewing(.zone(kind, zone)) { at in
      guard at.role != .owner else { throw Abort.because(.forbidden) }
      try await at.app.areas.sharingHost(of: kind).prepareLeaving(zone, for: at.member)
      try await at.member.hub.remove(at.member.accountID, from: zone)
      at.count(.left(UsageEvent.Shared(kind, zone)))
      await at.member.workspace.syncNow()
      if !at.field("keep").isEmpty,
        let notice = try await at.member.hub.notices().first(where: {
          $0.kind == .left && $0.zone == zone && $0.copyUntil != nil
        })
      {
        return try await at.app.areas.sharingHost(of: kind).keepCopy(
          ofNotice: notice.id, for: at.member)
      }
      return at.member.goTo(at.landmarks.list(of: kind), saying: .sharing(.leftHome(at.zone.name)))
    }
  }

  func peoplePage() -> Endpoint {
    .member { member in
      let notices = await member.notices()
      let hasRecovery = try await member.leadsToRecovery(notices)
      let joins = try await member.waitingJoins()
      let undecided = try await member.undecidedJoins()
      return try await member.page(
        { PeoplePage.view($0, in: $1) },
        load: { reader in
          var model = try PeoplePage.Model(notices, reader, leadsToRecovery: hasRecovery)
          model.joins = joins.map { WaitingJoinRow($0, reader) }
          model.undecided = undecided
          return model
        })
    }
  }

}

extension TransportError {
  /// Whether the same request may succeed in a moment.
  fileprivate var isPassing: Bool {
    switch self {
    case .unreachable, .interrupted, .busy: true
    case .unauthorised, .outdated, .rejected, .protocolError: false
    }
  }
}

extension AtZone {
  /// Redirects to the settings, after pulling the change from the hub.
  fileprivate func changed(saying message: FlashMessage) async -> HTTPResponse {
    await member.workspace.syncNow()
    return member.goTo(member.landmarks.settings(of: zone), saying: message)
  }

  /// A member of the zone. Throws ``Stop/notFound`` for anyone else.
  fileprivate func participant(_ account: AccountID) async throws -> PersonBadge {
    let zone = zoneID
    let people = try await member.read { try Participant.all(home: zone, in: $0) }
    guard let person = people.first(where: { $0.accountID == account }) else {
      throw Abort.notFound
    }
    return PersonBadge(person)
  }

  fileprivate func question(
    _ more: @escaping @Sendable (PageReader) throws -> [SharingQuestionPage.Row] = { _ in [] },
    kept: Set<AccountID> = [],
    _ subject:
      @escaping @Sendable ([Participant], PageReader) throws
      -> SharingQuestionPage.Subject?
  ) async throws -> HTTPResponse {
    let (zone, role) = (zone, role)
    return try await member.page(
      home: zone.kind == .home ? zone.id : nil, { SharingQuestionPage.view($0, in: $1) },
      load: { reader in
        let people = try Participant.all(home: zone.id, in: reader.connection)
        guard let subject = try subject(people, reader) else { return nil }
        var inviteCount = 0
        if case .stopSharing = subject, role.decidesAccess(to: zone.kind) {
          inviteCount = try SharingSection.Invite.open(zone: zone.id, reader).count
        }
        return SharingQuestionPage.Model(
          zone: zone, subject: subject,
          itemCount: reader.surroundings.sidebar.homes.first { $0.id == zone.id }?.itemCount ?? 0,
          inviteCount: inviteCount, rows: try more(reader),
          kept: people.filter { kept.contains($0.accountID) }.map(\.name))
      })
  }
}

extension PeoplePage.Model {
  init(
    _ notices: [AccountNotice], _ reader: PageReader, leadsToRecovery: Bool
  ) throws {
    var people: [AccountID: PeoplePage.Row] = [:]
    var homes: [PeoplePage.Home] = []
    var ends: [Date] = []
    for row in reader.surroundings.zones {
      let home = row.zone
      for participant in row.participants {
        let access = PeoplePage.Access(home, role: Role(participant.role))
        let isYou = participant.accountID == reader.accountID
        people[
          participant.accountID,
          default: PeoplePage.Row(
            isYou ? reader.surroundings.person : PersonBadge(participant), isYou: isYou,
            homes: [])
        ].homes.append(access)
      }
      let role = reader.grantedRole(in: home.id) ?? .viewer
      let invites =
        role.decidesAccess(to: home.kind)
        ? try SharingSection.Invite.open(zone: home.id, reader) : []
      ends += invites.map(\.expiresAt)
      homes.append(
        PeoplePage.Home(
          home, role: role, people: row.participants.map { PersonBadge($0) },
          inviteCount: invites.count))
    }
    let rows = people.values.sorted { left, right in
      if left.isYou != right.isYou { return left.isYou }
      return NameOrder(nameKey: NameKey.make(left.person.name), id: left.person.id)
        < NameOrder(nameKey: NameKey.make(right.person.name), id: right.person.id)
    }
    self.init(
      people: rows, homes: homes,
      notices: notices.map { NoticeRow($0, reader, leadsToRecovery: leadsToRecovery) },
      nextEnd: ends.min())
  }
}
