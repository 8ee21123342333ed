import FoundationEssentials
import SyncProtocol
import Web

/// People: sharing, invites, joining.
package enum SharingArea: Area {
  package static let families: [any RouteFamily.Type] = [
    SharingRoute.self, JoiningRoute.self, DeletedZoneRoute.self,
  ]

  package static func interruption(of guest: Guest, at route: Route) -> Route? {
    guest.undecidedJoin(at: route).map { guest.landmarks.decision(ofJoin: $0) }
  }

  package static func navigation(
    _ surroundings: Surroundings, _ reader: PageReader
  ) throws -> (any AreaNavigation)? { SharingNavigation() }

  /// The hub's notices, and joins that wait for the hub. A device shows notices on the page of
  /// people alone, so that Today never waits for a network.
  package static func attention(
    of member: Member, since: Int64?
  ) async throws -> AttentionReading {
    let notices = member.app.backend.device == nil ? await member.notices() : []
    let joins = try await member.waitingJoins()
    return { limit, reader in
      let ofNotices = notices.prefix(limit).map { notice in
        let row = NoticeRow(notice, reader)
        return Attention(
          .invite, .people, reader.words.notice(row),
          detail: reader.words.noticeDetail(
            row, ago: reader.words.ago(row.at, now: Date(milliseconds: reader.hubNow))),
          .sharing(.people))
      }
      let ofJoins = joins.prefix(limit).map { join in
        Attention(
          .invite, .ticket, reader.words.waitingJoinTitle(WaitingJoinRow(join, reader).state),
          .sharing(.people))
      }
      return ofNotices + ofJoins
    }
  }
}

extension SharingArea {
  /// What the hub has told: who invited the person, came in, and what they have lost.
  package static func notifications(_ reader: NotificationReader) throws -> [NotificationEntry] {
    reader.notices.prefix(NotificationReader.maxPerArea).map { notice in
      let row = NoticeRow(notice)
      return NotificationEntry(
        id: "notice \(notice.id)", NotificationKind(notice.kind), at: notice.at, .people,
        reader.words.notice(row), .sharing(.people))
    }
  }
}

extension NotificationKind {
  fileprivate init(_ kind: AccountNotice.Kind) {
    self =
      switch kind {
      case .invited: .invited
      case .inviteUsed, .familyJoined, .familyLeft, .personJoined, .personLeft: .joined
      case .zoneMerged: .merged
      case .ownershipOffered, .ownershipTaken: .ownership
      case .left, .removed, .zoneDeleted, .zoneRestored, .familyShared, .invitesEnded, .madeParent,
        .madeChild:
        .access
      case .pinGuessed, .codeGuessed: .pinGuessed
      case .hubRestored: .hubRestored
      }
  }
}

/// Sharing has no area of its own: it belongs to the person, and to each home.
package struct SharingNavigation: AreaNavigation {
  package init() {}

  package var area: any Area.Type { SharingArea.self }

  package func personal(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    [NavigationLink(.sharing(.people), .people, words.peopleAndSharing)]
  }
}
