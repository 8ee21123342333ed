import FoundationEssentials
import Web

// Sharing a home, and the people one shares with.
extension Catalogue {
  var sharing: String { say("Sharing") }
  var notShared: String { say("Not shared") }
  func sharedWith(_ count: Int) -> String {
    plural(count, one: "Shared with 1 person", other: "Shared with \(number(count)) people")
  }
  func sharedBy(_ name: String, _ role: Role) -> String {
    role == .viewer
      ? say("Shared by \(name). You can view everything in it.")
      : say("Shared by \(name). You can add and change things.")
  }
  package func personIsYou(_ name: String) -> String { say("\(name) (you)") }
  func since(_ day: String) -> String { say("since \(day)") }
  func roleOf(_ name: String) -> String { say("What \(name) may do") }
  var change: String { say("Change") }
  func removePerson(_ name: String) -> String { say("Remove \(name)") }
  var openInvites: String { say("Open invites") }
  func inviteState(used: Int, of max: Int, ends: String) -> String {
    say("used \(number(used)) of \(number(max)) · ends \(ends)")
  }
  package var revoke: String { say("Revoke") }
  var inviteSomeone: String { say("Invite someone") }
  var mayDo: String { say("Access") }
  var worksFor: String { say("Expires after") }
  var forHowMany: String { say("Uses") }
  func hoursOrDays(_ hours: Int) -> String {
    hours % 24 == 0
      ? plural(hours / 24, one: "1 day", other: "\(number(hours / 24)) days")
      : plural(hours, one: "1 hour", other: "\(number(hours)) hours")
  }
  func personCount(_ count: Int) -> String {
    plural(count, one: "1 person", other: "\(number(count)) people")
  }
  var onlyFor: String { say("Only for the account") }
  var onlyForHint: String { say("A sign-in name, if nobody else may use it") }
  var makeInvite: String { say("Create invite") }
  var sharingSwitchedOff: String {
    say("New invites are switched off on this Hearth. Ask its administrator.")
  }
  var stopSharing: String { say("Stop sharing") }
  func stopSharingText(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("Makes this home private again. Everyone else loses access.")
    case .group: say("Everyone else loses access. The expenses stay with you.")
    case .family: say("Everyone else leaves the family. Its routines stay with you.")
    }
  }
  package func leave(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("Leave this home")
    case .group: say("Leave this group")
    case .family: say("Leave this family")
    }
  }
  func settings(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: homeSettings
    case .group: groupSettings
    case .family: familySettings
    }
  }
  func leaveText(_ kind: ZoneLink.Kind) -> String {
    kind == .family
      ? say("The others stay. What you did in the family stays, too.")
      : say("You lose access; everyone else keeps it.")
  }
  /// For whoever founded a family, who cannot leave it.
  func toLeave(_ family: String, hasOtherParent: Bool) -> String {
    hasOtherParent
      ? say("To leave, hand \(family) over first.")
      : say("To leave, make somebody a parent and hand \(family) over first.")
  }
  var handOver: String { say("Hand over") }
  /// The page of an account that parents keep.
  package var childAccount: String { say("Account") }
  package func stillKept(_ names: [String]) -> String {
    names.count > 1
      ? say(
        """
        Give \(list(names)) accounts of their own first, or remove them: nobody would keep them.
        """)
      : say(
        "Give \(list(names)) an account of their own first, or remove it: nobody would keep it.")
  }

  var inviteReady: String { say("The invite is ready") }
  func inviteSummary(
    _ role: Role, in kind: ZoneLink.Kind, uses: Int, boundTo: String, ends: String
  ) -> String {
    boundTo.isEmpty
      ? say("\(self.role(role, in: kind)) · for \(personCount(uses)) · ends \(ends)")
      : say("\(self.role(role, in: kind)) · only for \(boundTo) · ends \(ends)")
  }
  func inviteNotMade(isUncertain: Bool) -> String {
    isUncertain ? say("The hub did not answer") : say("No invite was made")
  }
  func inviteNotMadeText(isUncertain: Bool) -> String {
    isUncertain
      ? say("It may be among the open invites: nobody has its link, so revoke it and try again.")
      : say("Your hub cannot be reached right now. What you chose is kept on this page.")
  }
  func inviteChosen(uses: Int, boundTo: String, hours: Int) -> String {
    boundTo.isEmpty
      ? say("for \(personCount(uses)) · works for \(hoursOrDays(hours))")
      : say("only for \(boundTo) · works for \(hoursOrDays(hours))")
  }
  var noMergesByInvite: String { say("Don't allow merging a home into this one") }
  var mayNotMergeByInvite: String { say("They may not merge a home into this one") }
  func onlyFor(_ name: String) -> String { say("only for \(name)") }
  var offered: String { say("asked to take it over") }
  func withdrawOffer(_ name: String) -> String { say("Withdraw the offer to \(name)") }
  var withdraw: String { say("Withdraw") }
  var scanToJoin: String { say("Scan to join") }
  package var link: String { say("Send this link") }
  package var orCode: String { say("or read out this code") }
  package var copy: String { say("Copy") }
  package var copied: String { say("Copied") }
  var shownOnce: String {
    say("Link and code are shown only now. Whoever has them can join, so send them with care.")
  }
  func shownOnce(for name: String) -> String {
    say("Link and code are shown only now. They let in \(name) and nobody else.")
  }
  package var done: String { say("Done") }

  func invitesEnd(_ count: Int) -> String {
    plural(
      count, one: "1 open invite stops working", other: "\(number(count)) open invites stop working"
    )
  }
  func removeTitle(_ name: String, from home: String) -> String {
    say("Remove \(name) from \(home)?")
  }
  func removeText(_ name: String, _ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("\(name) no longer sees this home. What \(name) added stays.")
    case .group:
      say("\(name) no longer sees this group. Expenses and what is owed stay as they are.")
    case .family:
      say("\(name) no longer sees this family. What was done stays; turns pass \(name) by.")
    }
  }
  func stopTitle(_ home: String) -> String { say("Stop sharing \(home)?") }
  var accept: String { say("Accept") }
  func handOver(_ name: String) -> String { say("Hand over to \(name)") }
  func handOverTitle(_ home: String, to name: String) -> String {
    say("Hand \(home) over to \(name)?")
  }
  func handOverText(_ name: String) -> String {
    say(
      """
      \(name) becomes its owner on accepting, within 7 days; open invites end then. Until then \
      nothing changes.
      """)
  }
  func thenDecides(_ name: String, _ kind: ZoneLink.Kind) -> String {
    kind == .family
      ? say("Then \(name) owns the family, and decides whether it is dissolved")
      : say("Then \(name) decides who has access, and whether it is deleted")
  }
  func youStay(_ kind: ZoneLink.Kind) -> String {
    kind == .family ? say("You stay a parent, and can leave then") : say("You stay and can edit")
  }
  func stopText(_ kind: ZoneLink.Kind) -> String {
    kind == .family
      ? say("You are alone in it then. You can invite people again at any time.")
      : say("It becomes private. You can share it again at any time.")
  }
  var balancesStay: String { say("Expenses, and what everybody owes, stay as they are") }
  func contentsStayYours(_ itemCount: Int, _ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home:
      plural(
        itemCount, one: "1 item stays with you", other: "\(number(itemCount)) items stay with you")
    case .group: balancesStay
    case .family: say("Its routines, and what was done, stay")
    }
  }
  var keepSharing: String { say("Keep sharing") }
  func leaveTitle(_ home: String) -> String { say("Leave \(home)?") }
  func leaveQuestion(_ owner: String, _ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("You need a new invite from \(owner) to come back. What you added stays.")
    case .group:
      say(
        """
        You need a new invite from \(owner) to come back. You stay in it by name, with what you \
        owe and are owed.
        """)
    case .family: say("You need a new invite from a parent to come back. What you did stays.")
    }
  }
  func contentsStay(_ itemCount: Int, with owner: String, _ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home:
      plural(
        itemCount, one: "1 item stays with \(owner)",
        other: "\(number(itemCount)) items stay with \(owner)")
    case .group: balancesStay
    case .family: say("Its routines, and what was done, stay")
    }
  }
  var stay: String { say("Stay") }

  var noticesTitle: String { say("News") }
  func notice(_ row: NoticeRow) -> String {
    switch row.what {
    case .inviteUsed: say("\(row.person.name) used your invite to \(row.home.name)")
    case .left: say("You left \(row.home.name)")
    case .removed where row.home.kind == .family:
      say("\(row.person.name) removed you from \(row.home.name)")
    case .removed: say("\(row.person.name) no longer shares \(row.home.name) with you")
    case .homeDeleted where row.home.kind == .family:
      say("\(row.person.name) dissolved \(row.home.name)")
    case .homeDeleted: say("\(row.person.name) deleted \(row.home.name)")
    case .homeRestored: say("\(row.person.name) brought \(row.home.name) back")
    case .ownershipOffered: say("\(row.person.name) wants to hand \(row.home.name) over to you")
    case .ownershipTaken: say("\(row.person.name) is now the owner of \(row.home.name)")
    case .homeMerged: say("\(row.person.name) moved a home of their own into \(row.home.name)")
    case .pinGuessed: say("Somebody guessed at \(row.person.name)'s PIN in \(row.home.name)")
    case .invited: say("\(row.person.name) invited you to \(row.home.name)")
    case .familyShared: say("\(row.person.name) shares \(row.home.name) with your family")
    case .familyJoined: say("\(row.person.name) has access to \(row.home.name) now, by your family")
    case .familyLeft:
      say("\(row.person.name) no longer has access to \(row.home.name) by your family")
    case .personJoined: say("\(row.person.name) joined \(row.home.name)")
    case .personLeft: say("\(row.person.name) left \(row.home.name)")
    case .madeParent: say("You're a parent of \(row.home.name) now")
    case .madeChild: say("You're a child in \(row.home.name) now")
    case .invitesEnded:
      say("Your open invites have ended, as you are a child in \(row.home.name) now")
    case .codeGuessed:
      row.person.id.isEmpty
        ? say("Somebody is trying codes of invites")
        : say("Somebody is trying codes with which children sign in")
    case .hubRestored(let stateAt): hubRestored(stateAt)
    }
  }
  func noticeDetail(_ row: NoticeRow, ago: String) -> String {
    switch row.what {
    case .inviteUsed: return ago
    case .homeRestored: return say("\(ago) · you have it again, as before")
    case .ownershipOffered:
      return say("\(ago) · everything in it becomes yours to decide; open invites end")
    case .ownershipTaken: return say("\(ago) · you can still edit it; your open invites have ended")
    case .homeMerged: return say("\(ago) · its activity shows what came")
    case .pinGuessed: return say("\(ago) · three wrong ones in a row at the family's tablet")
    case .codeGuessed:
      return row.person.id.isEmpty
        ? say("\(ago) · an open invite of yours to \(row.home.name) could be found by its code")
        : say("\(ago) · one was open for \(row.person.name), for ten minutes at most")
    case .invited: return say("\(ago) · open the link that they send you")
    case .madeParent, .madeChild: return say("\(ago) · by \(row.person.name)")
    case .familyShared, .familyJoined, .familyLeft, .invitesEnded, .personJoined, .personLeft:
      return ago
    case .hubRestored: return hubRestoredDetail(ago: ago)
    case .left, .removed, .homeDeleted: break
    }
    guard let end = row.what.copyUntil else {
      return row.home.kind == .family ? ago : say("\(ago) · there is no copy of it")
    }
    return switch row.home.kind {
    case .home: say("\(ago) · a copy of it, with photos and papers, until \(day(end))")
    case .group: say("\(ago) · you can keep a copy of it until \(day(end))")
    case .family: ago
    }
  }
  var getCopy: String { say("Get the copy") }
  package var exportFirst: String { say("Get a copy of the items") }
  var keepAsOwnHome: String { say("Keep it as my own") }
  var leaveAndKeep: String { say("Leave, and keep a copy") }
  func copyForLeaver(_ kind: ZoneLink.Kind) -> String? {
    switch kind {
    case .home: say("For 30 days you can get a copy of it, with its photos")
    case .group: say("For 30 days you can keep a copy of it as a group of your own")
    // What stays is said already, and nobody keeps a copy of a family.
    case .family: nil
    }
  }
  func copyForOthers(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: copyForOthers
    case .group: say("They'll be notified and can keep a copy for 30 days")
    case .family: say("They'll be notified")
    }
  }
  package var copyForOthers: String {
    say("They'll be notified and can download a copy for 30 days, with its photos")
  }

  package var homesAndGroups: String { say("Homes and groups") }
  var peopleAndSharing: String { say("People and sharing") }
  var peopleNote: String { say("Who has access") }
  var whoHasWhat: String { say("People you share with") }
  func access(_ zone: ZoneLink, _ role: Role) -> String {
    say("\(zone.name): \(self.role(role, in: zone.kind))")
  }
  package func inviteCount(_ count: Int) -> String {
    plural(count, one: "1 open invite", other: "\(number(count)) open invites")
  }
  var aloneHint: String {
    say(
      "Nobody else sees what is yours. To share a home or a group, invite people in its settings.")
  }

  package var sharingNotKnown: String {
    say("Whether you may invite is your hub's to say. This shows as soon as it can be reached.")
  }
  package var sharingPausedSettings: String {
    say("Sharing is paused. You can still revoke invites, remove people and stop sharing.")
  }

  package func hubRestored(_ stateAt: Date?) -> String {
    stateAt.map { say("This Hearth was restored to the state of \(moment($0))") }
      ?? say("This Hearth was restored to an earlier state")
  }
  package func hubRestoredDetail(ago: String) -> String {
    say(
      """
      \(ago) · Sign in again on your devices; they lose nothing. If you have changed your password \
      since then, the earlier one is valid again. People who were let in or removed since then may \
      have changed back, too.
      """)
  }
  package var checkAccess: String { say("Check who has access") }
  package func checkAccess(_ home: String) -> String { say("Check who has access to \(home)") }
  package var recovery: String { say("After the restore") }

  package func loseIt(_ count: Int) -> String {
    plural(
      count, one: "1 other person loses access",
      other: "\(number(count)) other people lose access")
  }
}
