import FoundationEssentials
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Usage
import Values
import Web

/// Joining a home. Opening an invite only shows a preview; the form on that page joins (X17).
extension WebApplication {
  func invitePage(_ token: String) -> Endpoint {
    .open { guest in
      do {
        if guest.visitor == nil {
          let offer = try await guest.app.backend.preview(
            InviteKey(typed: token), address: guest.address)
          return guest.show(offer, token)
        }
        let member = try await guest.app.member(guest)
        let offer = try await member.hub.preview(InviteKey(typed: token))
        if let failure = JoinPage.Failure(alreadyIn: offer) {
          return guest.failed(failure)
        }
        let ownHomes = try await member.read { connection in
          try UserData.exists(in: connection)
            ? try HomeList.rows(in: connection).count { $0.role == .owner } : nil
        }
        return guest.show(
          offer, token, hubNow: try await member.hubNow(), ownHomes: ownHomes)
      } catch let error as HubClientError where guest.isWithoutHub(error) {
        return guest.page { JoinPage.view(.later(token: token), in: $0) }
      } catch let error as HubClientError {
        return try guest.failed(error, token)
      }
    }
  }

  func joinHome(_ token: String) -> Endpoint {
    .open { guest in
      // Signing in or up keeps the invite in the address.
      guard guest.visitor != nil else {
        throw Abort.goTo(
          guest.landmarks.signIn(then: Route.joining(.invite(token)).path))
      }
      let member = try await guest.app.member(guest)
      let key = InviteKey(typed: token)
      do {
        let kind = ZoneLink.Kind.named(member.field("kind"))
        if let choice = try member.app.areas.sharingHost(of: kind).choice(in: member.form) {
          let join = try await member.hub.keepJoin(key, choice: choice)
          return member.undecided(join, member.goTo(member.landmarks.decision(ofJoin: join.id)))
        }
        // An invite of another kind than its preview said is refused.
        let zone = try await member.hub.redeem(key, as: kind.zoneKind)
        if !member.field("upgrade").isEmpty { return try await member.upgraded(by: key) }
        member.count(.joined(UsageEvent.Shared(kind, zone)))
        try await member.forgetJoins(of: zone)
        await member.workspace.syncNow()
        return member.decided(member.goTo(.joining(.joined(kind, zone: zone))))
      } catch HubClientError.refused(let refusal)
        where [.ownInvite, .alreadyMember].contains(refusal)
      {
        let offer = try await member.hub.preview(key)
        let zone = ZoneLink.Kind(offer.kind).map { offer.link($0) }
        return guest.failed(JoinPage.Failure(refusal, home: zone))
      } catch let error as HubClientError where guest.isWithoutHub(error) {
        // The request may have arrived. Sending it again does not join twice.
        return try await member.joinLater(token) ?? guest.failed(.notNow, token)
      } catch HubClientError.refused(.inOther) {
        // A family of which nothing is here could not be named.
        guard try await member.hasFamilyHere() else { return guest.failed(.otherFamily, token) }
        // One may be in one family only: what changing means is said before it is done.
        throw Abort.goTo(guest.landmarks.changeOfFamily(by: token))
      } catch HubClientError.refused(.inviteForOther) {
        return guest.show(try await member.hub.preview(key), token)
      } catch let error as HubClientError {
        return try guest.failed(error, token)
      }
    }
  }

  func joinedPage(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .member { member in
      let areas = member.app.areas
      let here = try await member.read { try areas.zone(kind, zone, in: $0)?.zone }
      // An owner does not join their own home.
      if let here, try await member.owns(zone) {
        return member.goTo(member.landmarks.page(of: here))
      }
      let coming = here == nil ? try await member.comingZone(zone) : nil
      return try await member.page(
        home: here?.kind == .home ? zone : nil, { JoinPage.view($0, in: $1) },
        load: { reader in
          guard let row = reader.surroundings.zones.first(where: { $0.zone.id == zone }),
            let owner = row.participants.first(where: { $0.role == .owner })
          else { return coming.map { JoinPage.Model.coming(homeName: $0) } }
          let home = reader.surroundings.sidebar.homes.first { $0.id == zone }
          return JoinPage.Model.joined(
            zone: row.zone, owner: PersonBadge(owner), role: Role(row.role),
            itemCount: home?.itemCount ?? 0, roomCount: home?.roomCount ?? 0)
        })
    }
  }

  func codePage() -> Endpoint {
    .open { guest in guest.page { JoinPage.view(.enterCode(FieldValue()), in: $0) } }
  }

  /// Looks up a code and redirects to the preview of its invite; nothing is joined yet.
  func enterCode() -> Endpoint {
    .open { guest in
      let typed = guest.field("code").trimmed
      // Somebody may paste the link instead.
      let text = InviteKey.shown(in: typed)
      guard (1...64).contains(text.utf8.count) else {
        return guest.codeAgain(typed, .unreadableCode(typed))
      }
      do {
        let key = InviteKey(typed: text)
        if guest.visitor == nil {
          _ = try await guest.app.backend.preview(key, address: guest.address)
        } else {
          _ = try await guest.app.member(guest).hub.preview(key)
        }
        return guest.goTo(.joining(.invite(text.uppercasedIfCode)))
      } catch let error as HubClientError where guest.isWithoutHub(error) {
        // Only the hub knows the invite. Its page says that the hub is away and offers to wait.
        return guest.goTo(.joining(.invite(text.uppercasedIfCode)))
      } catch HubClientError.refused(.inviteUnknown) {
        return guest.codeAgain(typed, .noSuchInvite(typed))
      } catch let error as HubClientError {
        return try guest.failed(error, text.uppercasedIfCode)
      }
    }
  }
}

extension Member {
  /// Whether the family that the hub has the person in is shown here.
  fileprivate func hasFamilyHere() async throws -> Bool {
    let areas = app.areas
    // It may have been joined in another place while this was asked.
    try await workspace.refresh()
    return try await read { connection in
      try areas.all.first { $0.zoneKind == .family }?.zones(in: connection).isEmpty == false
    }
  }

  /// Leads to what the person has more rights in now. An older hub gives nobody more by an invite:
  /// then they are told that there is nothing to join.
  fileprivate func upgraded(by key: InviteKey) async throws -> HTTPResponse {
    let offer = try await hub.preview(key)
    await workspace.syncNow()
    guard let kind = ZoneLink.Kind(offer.kind) else { throw Abort.notFound }
    guard offer.ownRole?.canWrite == true else {
      return guest.failed(JoinPage.Failure(.alreadyMember, home: offer.link(kind)))
    }
    let link = offer.link(kind)
    return decided(goTo(landmarks.page(of: link), saying: .sharing(.upgraded(link))))
  }

  /// The name of a joined zone that has not arrived here yet (D-INV-7).
  fileprivate func comingZone(_ zone: ZoneID) async throws -> String {
    do throws(HubClientError) {
      return try await hub.share(of: zone).title
    } catch {
      // The hub tells nothing about other people's zones, and without it nothing is known.
      throw Abort.notFound
    }
  }
}

extension String {
  fileprivate var uppercasedIfCode: String {
    utf8.count <= InviteKey.maxCodeBytes ? uppercased() : self
  }
}

extension InviteOffer {
  fileprivate func link(_ kind: ZoneLink.Kind) -> ZoneLink {
    ZoneLink(kind, id: zone, name: title)
  }
}

extension JoinPage.Failure {
  /// The failure shown to a person who is already in the home; `nil` if they are not, or would
  /// become more there.
  init?(alreadyIn offer: InviteOffer) {
    guard let kind = ZoneLink.Kind(offer.kind), !offer.isUpgrade else { return nil }
    let home = offer.link(kind)
    switch offer.ownRole {
    case .owner: self = .ownInvite(home: home)
    case .some: self = .alreadyMember(home: home)
    case nil: return nil
    }
  }

  init(_ refusal: SharingRefusal, home: ZoneLink?) {
    switch refusal {
    case .inviteExpired: self = .expired
    case .inviteRevoked, .alreadyUsedByYou: self = .revoked
    case .inviteExhausted, .tooManyParticipants: self = .usedUp
    case .zoneGone: self = .homeGone
    case .ownInvite: self = home.map { .ownInvite(home: $0) } ?? .unknown
    case .inviteOtherKind: self = .otherKind
    case .inOther: self = .otherFamily
    case .switchedOff: self = .switchedOff
    case .kept: self = .kept
    case .alreadyMember: self = home.map { .alreadyMember(home: $0) } ?? .unknown
    // The preview, not a refusal, tells whom an invite is for.
    case .inviteForOther, .inviteUnknown, .notFound, .notOwner, .isOwner, .noSuchParticipant,
      .outOfRange, .tooManyOwned, .restricted, .givenByFamily, .inviteChanged,
      .inviteReadOnly, .planRequired:
      self = .unknown
    }
  }

  /// The status of the page that shows the failure.
  var status: HTTPStatus {
    switch self {
    case .unknown: .notFound
    case .expired, .revoked, .usedUp, .homeGone: .gone
    case .ownInvite, .alreadyMember, .otherFamily: .conflict
    case .switchedOff, .forOther, .kept: .forbidden
    case .otherKind: .unprocessableContent
    case .notNow: .serviceUnavailable
    }
  }
}

extension Guest {
  /// Whether a device cannot reach its hub at the moment; waiting does not help one that is signed
  /// out.
  package func isWithoutHub(_ error: HubClientError) -> Bool {
    guard app.backend.device != nil, case .transport(let problem) = error else { return false }
    return switch problem {
    case .unreachable, .interrupted, .busy: true
    case .unauthorised, .outdated, .rejected, .protocolError: false
    }
  }

  fileprivate func failed(_ failure: JoinPage.Failure, _ token: String? = nil) -> HTTPResponse {
    // Only the case's name is counted, without its associated values.
    countFailure(.sharing, String("\(failure)".prefix { $0 != "(" }))
    return page(status: failure.status) {
      JoinPage.view(
        .failed(failure, token: token, allowsSignUp: app.backend.signUps != .closed), in: $0)
    }
  }

  /// The page for a failed request to the hub; too many attempts have an error page of their own.
  fileprivate func failed(_ error: HubClientError, _ token: String) throws -> HTTPResponse {
    switch error {
    case .refused(let refusal): return failed(JoinPage.Failure(refusal, home: nil), token)
    case .transport(.unauthorised), .transport(.outdated), .tooManyAttempts: throw error
    case .transport(let problem) where problem.isNoRoom: throw error
    case .transport:
      var answer = failed(.notNow, token)
      answer.headers["Retry-After"] = "2"
      return answer
    }
  }

  /// The preview of an invite, or why this visitor cannot use it.
  fileprivate func show(
    _ offer: InviteOffer, _ token: String, hubNow: Date? = nil, ownHomes: Int? = nil
  ) -> HTTPResponse {
    if offer.isForOther {
      let name = offer.boundTo ?? ""
      return failed(.forOther(name: name, isSignedIn: visitor != nil), token)
    }
    guard let kind = ZoneLink.Kind(offer.kind) else { return failed(.otherKind) }
    return preview(offer, kind, token, hubNow, ownHomes)
  }

  fileprivate func codeAgain(_ text: String, _ problem: FieldProblem) -> HTTPResponse {
    page(status: .unprocessableContent) {
      JoinPage.view(.enterCode(FieldValue(text, problem: problem)), in: $0)
    }
  }

  private func preview(
    _ offer: InviteOffer, _ kind: ZoneLink.Kind, _ token: String, _ hubNow: Date?, _ ownHomes: Int?
  ) -> HTTPResponse {
    // Anyone can choose any display name; the sign-in name beside it cannot be borrowed (D-INV-18).
    let isSame = NameKey.make(offer.ownerName) == NameKey.make(offer.ownerAccountName)
    var preview = JoinPage.Preview(
      token: token, homeName: offer.title,
      owner: PersonBadge(id: offer.ownerAccountName, name: offer.ownerName),
      ownerSignInName: isSame ? "" : offer.ownerAccountName, role: Role(offer.role),
      expiresAt: Date(milliseconds: offer.expiresAt), peopleCount: offer.participantCount)
    preview.kind = kind
    preview.ownHomes = kind == .home ? ownHomes : nil
    preview.allowsMerge = offer.allowsMerge
    preview.sharedCount = kind == .family ? offer.sharedCount : nil
    preview.allowsSignUp = app.backend.signUps != .closed
    preview.isUpgrade = offer.isUpgrade
    let shown = preview
    return page(hubNow: hubNow) {
      JoinPage.view(.preview(shown, isSignedIn: visitor != nil), in: $0)
    }
  }
}
