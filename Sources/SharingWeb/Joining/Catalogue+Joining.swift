import Web

// Joining a home.
extension Catalogue {
  var codeText: String { say("Type the code that you were told, or paste the link.") }
  var code: String { say("Code or link") }
  var codeExample: String { say("ABC-2345") }
  func shares(_ owner: String, _ home: String) -> String { say("\(owner) shares \(home) with you") }
  func ownedBy(_ name: String, signInName: String = "") -> String {
    signInName.isEmpty ? say("owned by \(name)") : say("owned by \(name) (\(signInName))")
  }

  package func youWillBeAble(_ role: Role, in kind: ZoneLink.Kind = .home) -> String {
    switch (kind, role) {
    case (.family, .viewer): say("You'll be a child in the family, with a day of your own.")
    case (.family, _): say("You'll be a parent, and plan routines with the others.")
    case (_, .viewer): say("You will be able to see everything in it.")
    case (_, .editor), (_, .owner): say("You will be able to add and change things.")
    }
  }
  /// For somebody who can only look, or is a child, and opens an invite that gives more.
  func upgradeTitle(_ name: String, _ kind: ZoneLink.Kind) -> String {
    kind == .family
      ? say("Become a parent of \(name)?") : say("Become an editor of \(name)?")
  }
  func upgradeText(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("You can view it now. With this invite you can add and change things.")
    case .group: say("You can view it now. With this invite you can add and change expenses.")
    case .family:
      say("You're a child in it now. With this invite you plan routines with the other parents.")
    }
  }
  func upgrade(_ kind: ZoneLink.Kind) -> String {
    kind == .family ? say("Become a parent") : say("Become an editor")
  }
  /// Joining by a code, whatever it leads to.
  var joinAnything: String { say("Join a family, home or group") }

  func roleDetail(_ role: Role, _ kind: ZoneLink.Kind) -> String {
    switch (role, kind) {
    case (.owner, _): say("everything, and who else may")
    case (.editor, .home): say("add, change and delete items")
    case (.editor, .group): say("add, change and delete expenses")
    case (.editor, .family): say("plan routines, and decide who is in it")
    case (.viewer, .family): say("tick routines; children share nothing and give no access")
    case (.viewer, _): say("look, but not change")
    }
  }

  func haveItAlready(_ count: Int, _ kind: ZoneLink.Kind) -> String {
    kind == .family
      ? plural(count, one: "is in it already", other: "are in it already")
      : plural(count, one: "has access already", other: "have access already")
  }
  func owned(_ kind: ZoneLink.Kind, by name: String, signInName: String = "") -> String {
    // Whoever owns a family may have taken it over.
    kind == .family
      ? signInName.isEmpty
        ? say("run by \(name)") : say("run by \(name) (\(signInName))")
      : ownedBy(name, signInName: signInName)
  }
  func inviteEnds(_ when: String) -> String { say("The invite ends \(when)") }
  /// - Parameter sharedCount: how many homes and groups are shared with a family, as far as who
  ///   joins gets access; `nil` where that is not known.
  func nothingOfYoursChanges(
    _ name: String, _ kind: ZoneLink.Kind, sharedCount: Int?
  ) -> String {
    switch kind {
    case .home:
      say("\(name) appears beside your own homes. Nothing of yours changes or becomes visible.")
    case .group:
      say("\(name) appears among your groups. Nothing of yours changes or becomes visible.")
    case .family:
      say("\(inFamilyYouSee(name, sharedCount)) Nothing of yours changes or becomes visible.")
    }
  }
  private func inFamilyYouSee(_ name: String, _ sharedCount: Int?) -> String {
    guard let sharedCount else {
      return say(
        "You see who is in \(name), its routines, and the homes and groups shared with it.")
    }
    guard sharedCount > 0 else { return say("You see who is in \(name), and its routines.") }
    return plural(
      sharedCount,
      one: "You see who is in \(name) and its routines, and get access to 1 home or group.",
      other:
        """
        You see who is in \(name) and its routines, and get access to \(number(sharedCount)) \
        homes and groups.
        """)
  }
  func join(_ home: String) -> String { say("Join \(home)") }
  var haveAccountSignIn: String { say("I have an account") }
  func welcomeTo(_ home: String) -> String { say("Welcome to \(home)") }
  package func joining(_ owner: String, _ home: String) -> String {
    say("You're joining \(owner)'s \(home).")
  }
  package var allSet: String { say("You're All Set!") }
  func nowBeside(_ zone: ZoneLink, _ role: Role) -> String {
    guard zone.kind == .family else { return say("You now have access to \(zone.name)") }
    return role == .viewer
      ? say("You're a child in \(zone.name) now") : say("You're a parent of \(zone.name) now")
  }
  func yoursStayPrivate(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("Your own homes stay private")
    case .group: say("Your homes and other groups stay private")
    case .family: say("Your homes and groups stay private")
    }
  }
  func seeWhoHasIt(_ kind: ZoneLink.Kind) -> String {
    kind == .family ? say("See who else is in it") : say("See who else has access")
  }
  package func open(_ name: String) -> String { say("Open \(name)") }
  var typeCodeAgain: String { say("Type the code again") }

  func keepOrLeave(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("You have joined. Keep it beside your own homes, or leave it again:")
    case .group: say("You have joined. Keep it among your groups, or leave it again:")
    case .family: say("You have joined. Stay in it, or leave it again:")
    }
  }
  var hubAwayTitle: String { say("Your hub cannot be reached") }
  var joinLaterText: String {
    say("Only your hub knows what this invite leads to, and whether it still works.")
  }
  var nothingVisibleYet: String {
    say(
      """
      You can have it asked as soon as it is back. Until then nothing of what is shared is visible \
      here, and nothing of yours changes.
      """)
  }
  var joinLater: String { say("Join when the hub is back") }

  func homeIsComing(_ home: String) -> String { say("You have joined. \(home) is on its way") }
  var homeIsComingText: String {
    say("This page shows it as soon as all of it is here, and it comes by itself in any case.")
  }

  var waitingJoinsTitle: String { say("What you want to join") }
  var doNotJoin: String { say("Do not join") }
  func waitingJoinTitle(_ state: WaitingJoinRow.State) -> String {
    switch state {
    case .waiting: say("Waits for your hub")
    case .sharingClosed: say("Waits until sharing is open")
    case .joined(let home): welcomeTo(home.name)
    case .refused(let failure): joinFailureTitle(failure)
    }
  }
  func waitingJoinText(_ state: WaitingJoinRow.State, asked: String) -> String {
    switch state {
    case .waiting: say("You asked \(asked). Nothing of it is visible yet.")
    case .sharingClosed:
      say(
        """
        You asked \(asked). Your hub lets nobody join right now; it is asked again by itself when \
        sharing is open.
        """)
    case .joined: say("Keep it, or leave it again.")
    case .refused(let failure): joinFailureText(failure)
    }
  }

  func joinFailureTitle(_ failure: JoinPage.Failure) -> String {
    switch failure {
    case .expired: say("This invite has ended")
    case .revoked: say("This invite was taken back")
    case .usedUp: say("This invite was already used")
    case .unknown: say("There is no such invite")
    case .ownInvite: say("This is your own invite")
    case .alreadyMember(let home): say("You already have \(home.name)")
    case .homeGone: say("It is no longer shared")
    case .switchedOff: say("Joining is switched off")
    case .forOther(let name, _): say("This invite is for \(name)")
    case .otherFamily: say("You're in another family already")
    case .kept: say("Ask a parent to share this")
    case .otherKind: say("This invite is for something else")
    case .notNow: say("This did not work just now")
    }
  }

  func joinFailureText(_ failure: JoinPage.Failure) -> String {
    switch failure {
    case .expired: say("Invites work for a limited time. Ask for a new one.")
    case .revoked:
      say(
        """
        Its owner took it back, or it ended when this Hearth was restored. Ask for a new one if \
        that was a mistake.
        """)
    case .usedUp: say("It was for a limited number of people. Ask for a new one.")
    case .unknown:
      say("Codes look like ABC-2345. Check each letter, or ask for the code again.")
    case .ownInvite(let home):
      say("Send it to someone else. You see who joined in the settings of \(home.name).")
    case .alreadyMember(let zone):
      switch zone.kind {
      case .home: say("There is nothing to join; it is among your homes.")
      case .group: say("There is nothing to join; it is among your groups.")
      case .family: say("There is nothing to join; it is your family.")
      }
    case .homeGone:
      say("It was deleted, dissolved or made private since the invite was made. Ask who sent it.")
    case .switchedOff: say("The administrator of this Hearth has paused sharing. Try again later.")
    case .forOther(let name, true):
      say("You are signed in as someone else. Only \(name) can use it; ask for one of your own.")
    case .forOther(let name, false): say("Only \(name) can use it. Sign in to see what it is.")
    case .otherFamily:
      say("You can be in one family at a time. Try again to see what changing families means.")
    case .kept:
      say("You join what your parents share with you. Show them this invite: they can join it.")
    case .otherKind: say("It cannot be joined here. Ask for another invite.")
    case .notNow:
      say("Your hub cannot be reached, or is busy. Nothing has changed and nothing is lost.")
    }
  }
}
