import Foundation

/// Something that the hub tells, until it is dismissed.
package struct NoticeRow: Equatable, Sendable {
  package enum What: Equatable, Sendable {
    /// The person joined the home with an invite.
    case inviteUsed
    /// The viewer left the home. `copyUntil`: how long there is a copy of what was in it.
    case left(copyUntil: Date?)
    /// The person took the home from the viewer.
    case removed(copyUntil: Date?)
    /// The person deleted the home.
    case homeDeleted(copyUntil: Date?)
    /// The person brought back the home that they had deleted.
    case homeRestored
    /// The person wants the viewer to own the home.
    case ownershipOffered
    /// The person has accepted: the home is theirs.
    case ownershipTaken
    /// The person moved everything of a home of theirs into the viewer's.
    case homeMerged
    /// The hub is what it was at a moment; `nil` where nobody knows which.
    case hubRestored(stateAt: Date?)

    var copyUntil: Date? {
      switch self {
      case .inviteUsed, .homeRestored, .ownershipOffered, .ownershipTaken, .homeMerged,
        .hubRestored:
        nil
      case .left(let end), .removed(let end), .homeDeleted(let end): end
      }
    }
  }

  package var id: String
  package var what: What
  package var person: PersonBadge
  package var home: HomeLink
  package var at: Date
  /// The person has the home, and the viewer may take it away.
  package var canRemove: Bool
  /// Homes of the viewer's own, where it may have changed who has access.
  package var ownHomes: [HomeLink] = []
  /// The viewer administers the hub, and sees how its restore went.
  package var leadsToRecovery = false

  package init(
    id: String, what: What, person: PersonBadge, home: HomeLink, at: Date, canRemove: Bool = false
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
  /// It is nobody's doing, and about no home.
  fileprivate var isAboutHub: Bool {
    if case .hubRestored = self { true } else { false }
  }
}

extension ViewContext {
  /// More homes than these are looked at from the page of people.
  private static let maxHomesToCheck = 3

  private func afterRestore(_ row: NoticeRow) -> HTML {
    HTML(joining: [
      row.leadsToRecovery ? linkButton(.recovery(.recovery), words.recovery) : .empty,
      row.ownHomes.count > Self.maxHomesToCheck
        ? linkButton(.sharing(.people), words.checkAccess)
        : HTML(
          joining: row.ownHomes.map { home in
            linkButton(
              .homes(.homeSettings(home.id)), words.checkAccess(home.name), fragment: "sharing")
          }),
    ])
  }

  /// What is new, each with what can be done about it; nothing when there is nothing.
  func notices(_ rows: [NoticeRow]) -> HTML {
    guard !rows.isEmpty else { return .empty }
    return card(words.noticesTitle, id: "notices") {
      ul(.class("lines")) { rows.map(notice) }
    }
  }

  private func notice(_ row: NoticeRow) -> HTML {
    li(.class("member"), .dataKey(row.id)) {
      if row.what.isAboutHub { Icon.undo(22) } else { avatar(row.person) }
      div(.class("grow")) {
        b { words.notice(row) }
        small { words.noticeDetail(row, ago: words.ago(row.at, now: now)) }
      }
      div(.class("inline", "row", "wrap")) {
        if row.what.copyUntil != nil {
          linkButton(.sharing(.noticeCopy(row.id)), words.getCopy, .download)
          postButton(.sharing(.noticeCopy(row.id)), words.keepAsOwnHome, .houses)
        }
        if row.what == .ownershipOffered {
          postForm(.sharing(.acceptHome(row.id)), .class("inline")) {
            input(.type("hidden"), .name("home"), .value(row.home.id))
            submit(words.accept, .check, style: .plain)
          }
        }
        if row.what.isAboutHub { afterRestore(row) }
        if row.canRemove {
          postButton(
            .sharing(.removeNoticed(row.id)), words.removePerson(row.person.name), style: .danger)
        }
        // Without its notice an offer is over.
        let isOffer = row.what == .ownershipOffered
        postButton(
          .sharing(.dismissNotice(row.id)), isOffer ? words.decline : words.dismiss, style: .quiet)
      }
    }
  }
}
