import FoundationEssentials
import Household
import SQLite
import SyncProtocol
import Web

extension SharingSection.Model {
  /// The members and open invites of a zone as the replica knows them, so without asking the hub.
  package init(
    zone: ZoneID, of kind: ZoneLink.Kind = .home, _ role: Role, _ reader: PageReader
  ) throws {
    let members = try Participant.all(home: zone, in: reader.connection).map { person in
      var member = SharingSection.Member(
        PersonBadge(person), role: Role(person.role), isYou: person.accountID == reader.accountID,
        joinedAt: Date(milliseconds: person.joinedAt))
      member.isByFamily = person.isByFamily
      return member
    }
    let invites =
      role.decidesAccess(to: kind) ? try SharingSection.Invite.open(zone: zone, reader) : []
    self.init(members: members, invites: invites)
    offersFamily =
      role == .owner && kind != .family
      && reader.surroundings.zones.contains {
        $0.zone.kind == .family
          && reader.grantedRole(in: $0.zone.id)?.decidesAccess(to: .family) == true
      }
  }
}

extension SharingSection.Access {
  /// - Parameter news: the hub's last word on sharing; `nil` when that is missing or too old.
  package init(_ news: SharingNews?, of visitor: Visitor, _ reader: PageReader) throws {
    if visitor.isAtTablet {
      self = .atTablet
    } else if try isChildOfFamily(in: reader.connection) {
      self = .child
    } else {
      self.init(news)
    }
  }

  init(_ news: SharingNews?) {
    guard let news else {
      self = .unknown
      return
    }
    if news.isPaused {
      self = .paused
    } else if !news.canInvite {
      self = .switchedOff
    } else {
      self = news.needsPlan ? .needsPlan : .open
    }
  }
}

extension SharingSection.Model {
  /// Adds what only the hub knows: whom invites are for, whether they allow merging, and to whom
  /// the zone is offered.
  package mutating func add(_ share: Share) {
    let open = share.invites.reduce(into: [:]) { $0[$1.id] = $1 }
    let offered = Set(share.members.filter(\.isOffered).map(\.account))
    for index in invites.indices {
      guard let invite = open[invites[index].id] else { continue }
      (invites[index].boundTo, invites[index].isApart) = (invite.boundTo, !invite.allowsMerge)
    }
    for index in members.indices {
      members[index].isOffered = offered.contains(members[index].person.id)
    }
  }
}

extension Member {
  /// The children whose accounts the person keeps in a zone; empty where there are none, as on a
  /// device.
  package func kept(in zone: ZoneID, _ kind: ZoneLink.Kind) async throws -> Set<AccountID> {
    guard kind == .family, let backend = app.backend.keptAccounts else { return [] }
    return try await backend.keptAccounts(in: zone, by: visitor)
  }

  /// The longest wait of a device; after it, the page is shown without the hub's answer.
  private static let shareSeconds = 2

  /// The hub's details of a shared zone to which the person decides access; `nil` when they cannot
  /// be had now.
  package func share(of zone: ZoneID, _ kind: ZoneLink.Kind = .home) async throws -> Share? {
    guard canAskHub, try await manages(zone, kind) else { return nil }
    // Without the details the page shows less. The hub has none of a zone that is not shared.
    if app.backend.device == nil { return try? await hub.share(of: zone) }
    return await withTaskGroup(of: Share?.self) { [hub] group in
      // As above: without the details the page shows less.
      group.addTask { try? await hub.share(of: zone) }
      group.addTask {
        // The sleep ends early only when it is cancelled because the answer came first.
        try? await Task.sleep(for: .seconds(Self.shareSeconds))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  private func manages(_ zone: ZoneID, _ kind: ZoneLink.Kind) async throws -> Bool {
    try await own(zone).map { Role($0).decidesAccess(to: kind) } ?? false
  }

  func owns(_ zone: ZoneID) async throws -> Bool { try await own(zone) == .owner }

  /// The person's grant in a zone; `nil` if they are not in it.
  private func own(_ zone: ZoneID) async throws -> Grant? {
    let account = accountID
    return try await read { connection in
      let people = try Participant.all(home: zone, in: connection)
      return people.first { $0.accountID == account }?.role
    }
  }
}

extension SharingSection.Invite {
  /// The invites to a zone that still work, newest first.
  static func open(zone: ZoneID, _ reader: PageReader) throws -> [SharingSection.Invite] {
    try Household::Invite.all(home: zone, in: reader.connection)
      .filter { $0.isOpen(at: reader.hubNow) }
      .map {
        SharingSection.Invite(
          id: $0.id, role: Role($0.role), usedCount: $0.usedCount, maxUses: $0.maxUses,
          expiresAt: Date(milliseconds: $0.expiresAt), madeAt: Date(milliseconds: $0.createdAt))
      }
  }
}
