import FoundationEssentials
import Web

/// A notice from the hub, shown until it is dismissed.
package struct NoticeRow: Equatable, Sendable {
  package enum What: Equatable, Sendable {
    /// The person joined the home with an invite.
    case inviteUsed
    /// The viewer left the home. A copy of its contents can be downloaded until `copyUntil`.
    case left(copyUntil: Date?)
    /// The person removed the viewer from the home.
    case removed(copyUntil: Date?)
    /// The person deleted the home.
    case homeDeleted(copyUntil: Date?)
    /// The person restored the home that they had deleted.
    case homeRestored
    /// The person wants the viewer to own the home.
    case ownershipOffered
    /// The person accepted the offer and now owns the home.
    case ownershipTaken
    /// The person moved everything of a home of theirs into the viewer's.
    case homeMerged
    /// The hub was restored to its state at `stateAt`; `nil` when that moment is not known.
    case hubRestored(stateAt: Date?)
    /// Somebody guessed at the person's PIN, at a tablet of the family.
    case pinGuessed
    /// The person has made an invite for the viewer, who has its link from them.
    case invited
    /// The person shares the home with the account's family; the person has one of the account's
    /// homes by its family, or has it no more.
    case familyShared, familyJoined, familyLeft
    /// The person made the viewer a child in the family, so their open invites ended.
    case invitesEnded
    /// Somebody tries codes of invites, while one of the viewer's to the home works.
    case codeGuessed
    /// The person joined the family by somebody else's invite, or left it.
    case personJoined, personLeft
    /// The person made the viewer a parent, or a child, in the family.
    case madeParent, madeChild

    var copyUntil: Date? {
      switch self {
      case .inviteUsed, .homeRestored, .ownershipOffered, .ownershipTaken, .homeMerged,
        .hubRestored, .pinGuessed, .invited, .familyShared, .familyJoined, .familyLeft,
        .invitesEnded, .codeGuessed, .personJoined, .personLeft, .madeParent, .madeChild:
        nil
      case .left(let end), .removed(let end), .homeDeleted(let end): end
      }
    }
  }

  package var id: String
  package var what: What
  package var person: PersonBadge
  package var home: ZoneLink
  package var at: Date
  /// Whether the person has access to the home and the viewer may remove them.
  package var canRemove: Bool
  /// The homes that the viewer owns and whose list of people a restore may have changed.
  package var ownHomes: [ZoneLink] = []
  /// Whether the notice links to the page of the restore, for administrators.
  package var leadsToRecovery = false

  package init(
    id: String, what: What, person: PersonBadge, home: ZoneLink, at: Date, canRemove: Bool = false
  ) {
    self.id = id
    self.what = what
    self.person = person
    self.home = home
    self.at = at
    self.canRemove = canRemove
  }
}

extension NoticeRow.What {
  /// Whether the notice is about the hub itself, and so about no person and no home.
  fileprivate var isAboutHub: Bool {
    if case .hubRestored = self { true } else { false }
  }
}

extension ViewContext {
  /// The most homes that get a link each; for more, one link leads to the page of people.
  private static let maxHomesToCheck = 3

  private func afterRestore(_ row: NoticeRow) -> HTML {
    HTML(joining: [
      row.leadsToRecovery ? linkButton(landmarks.recovery, words.recovery) : .empty,
      row.ownHomes.count > Self.maxHomesToCheck
        ? linkButton(.sharing(.people), words.checkAccess)
        : HTML(
          joining: row.ownHomes.map { home in
            linkButton(
              landmarks.settings(of: home), words.checkAccess(home.name), fragment: "sharing")
          }),
    ])
  }

  /// The notices, each with its actions; nothing when there are none.
  package func notices(_ rows: [NoticeRow]) -> HTML {
    guard !rows.isEmpty else { return .empty }
    return card(words.noticesTitle, id: "notices") {
      ul(.class("lines")) { rows.map(notice) }
    }
  }

  private func picture(of row: NoticeRow) -> HTML {
    switch row.what {
    case .hubRestored: Icon.undo(22)
    case .codeGuessed: Icon.warning(22)
    default: avatar(row.person)
    }
  }

  private func notice(_ row: NoticeRow) -> HTML {
    li(.class("member"), .dataKey(row.id)) {
      picture(of: row)
      div(.class("grow")) {
        b { words.notice(row) }
        small { words.noticeDetail(row, ago: words.ago(row.at, now: now)) }
      }
      div(.class("inline", "row", "wrap")) {
        if row.what.copyUntil != nil {
          if row.home.kind == .home {
            linkButton(landmarks.copy(ofNotice: row.id), words.getCopy, .download)
          }
          postButton(
            landmarks.copy(ofNotice: row.id), words.keepAsOwnHome,
            row.home.kind == .home ? .houses : .people)
        }
        if row.what == .ownershipOffered {
          postForm(.sharing(.acceptHome(row.id)), .class("inline")) {
            input(.type("hidden"), .name("home"), .value(row.home.id))
            submit(words.accept, .check, style: .plain)
          }
        }
        if row.what.isAboutHub { afterRestore(row) }
        if row.what == .codeGuessed, row.person.id.isEmpty {
          linkButton(landmarks.settings(of: row.home), words.openInvites, fragment: "sharing")
        }
        if row.canRemove {
          postButton(
            .sharing(.removeNoticed(row.id)), words.removePerson(row.person.name), style: .danger)
        }
        // Dismissing the notice of an offer declines the offer.
        let isOffer = row.what == .ownershipOffered
        postButton(
          .sharing(.dismissNotice(row.id)), isOffer ? words.decline : words.dismiss, style: .quiet)
      }
    }
  }
}
