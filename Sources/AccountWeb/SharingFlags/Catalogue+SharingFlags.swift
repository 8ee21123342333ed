import Web

/// What is said while sharing is not open to everybody, and to whoever administers that.
extension Catalogue {
  // MARK: Paused

  func hiddenChanges(_ count: Int) -> String {
    plural(
      count, one: "1 change in a home that is hidden is kept, too.",
      other: "\(number(count)) changes in homes that are hidden are kept, too.")
  }
  var pausedTitle: String { say("Waiting until sharing goes on") }
  var pausedText: String {
    say("Sharing is paused at your hub. These are kept and sent by themselves, in their order.")
  }

  // MARK: Mail

  var mailState: String { say("Mail") }
  var mailIsOff: String {
    say("This hub sends no mail. Start it with --smtp to change that.")
  }
  var mailWaiting: String { say("Waiting") }
  var mailSent: String { say("Sent in the last 30 days") }
  var mailGivenUp: String { say("Given up") }
  var mailLastSent: String { say("Last sent") }
  var mailLastFailed: String { say("Last failed") }
  var mailNever: String { say("Not in the last 30 days") }
  func mailProblem(_ text: String) -> String { say("The mail server said last: \(text)") }

  // MARK: Plans

  // MARK: Administering

  var sharingGate: String { say("Who may share") }
  var sharingGateNote: String { say("For all of this Hearth") }
  var sharingGateHint: String {
    say("Open sharing to some people first, close it, or pause everything that is shared.")
  }
  var gateFrom: String { say("From now on") }
  func gateState(_ state: SharingFlagState) -> String {
    switch state {
    case .open: say("Open to everybody")
    case .cohort: say("Open to some")
    case .closed: say("Closed")
    case .killed: say("Paused")
    }
  }
  func gateMeaning(_ state: SharingFlagState) -> String {
    switch state {
    case .open: say("Everybody invites and joins.")
    case .cohort: say("Some people invite. Whoever they invite may join, whoever that is.")
    case .closed: say("Nobody invites or joins. What is shared goes on as before.")
    case .killed: say("Nobody invites or joins, and shared homes can only be read.")
    }
  }
  var gateHidden: String { say("Paused, shared homes hidden") }
  var gateHiddenMeaning: String {
    say("Nobody invites or joins, and shared homes are not shown to anybody.")
  }
  var gateHides: String { say("Hide shared homes meanwhile") }
  var gateHidesHint: String {
    say("Everybody sees what is theirs alone. Nothing is deleted; it shows again when you go on.")
  }
  var gatePercent: String { say("Share of all accounts, in percent") }
  var gatePercentHint: String {
    say("Always the same people: a larger share adds some and takes nobody out.")
  }
  var gateNames: String { say("And these accounts, whatever the share") }
  var gateNamesHint: String { say("Sign-in names, one on each line") }
  var gateOverride: String {
    say("Internal mode: devices may be told to show or hide sharing (hearth device)")
  }
  var gateStarted: String {
    say(
      "This Hearth was started with sharing off: nobody invites or joins until it is started anew.")
  }
  var killSharing: String { say("Pause all sharing") }
  var killSharingText: String {
    say("For an emergency: nobody writes in a shared home from now on. Nothing is deleted.")
  }
  var killSharingTitle: String { say("Pause all sharing now?") }
  var killSharingQuestion: String {
    say("It works at once, on every page and device, also on old ones.")
  }
  var killReads: String { say("Shared homes can be read") }
  var killReadsDetail: String { say("Nobody changes them, not even their owners.") }
  var killWaits: String { say("Changes on devices wait") }
  var killWaitsDetail: String { say("They are sent by themselves when sharing goes on.") }
  var killPrivate: String { say("Homes of one person are not touched") }
  var killPrivateDetail: String { say("They are written to as ever.") }
  var killTakeBack: String { say("Taking back always works") }
  var killTakeBackDetail: String {
    say("Revoking invites, removing people, leaving, and making a home private again.")
  }
  var killHides: String { say("Hiding them deletes nothing") }
  var killHidesDetail: String {
    say(
      """
      They show again as soon as you go on. Until then nothing is taken back on pages, and devices \
      that are too old go on showing them.
      """)
  }
  var gateHistory: String { say("What was changed") }
  var gateNoHistory: String { say("Nobody has changed it yet: sharing is open.") }
  var gateCommandLine: String { say("the command line") }
  func gateChange(from old: String, to new: String) -> String { say("From \(old) to \(new)") }
  func gateChanged(by who: String, when: String) -> String { say("\(who) · \(when)") }
  func gateCohort(percent: Int, names: Int) -> String {
    names == 0
      ? say("\(number(percent)) % of all accounts")
      : plural(
        names, one: "\(number(percent)) % of all accounts, and 1 more",
        other: "\(number(percent)) % of all accounts, and \(number(names)) more")
  }
}
