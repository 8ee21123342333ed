import FoundationEssentials
import SharingWeb
import Web

/// What is said after a restore: to everybody, and to who administers the hub.
extension Catalogue {
  func recoveryNote(_ stateAt: Date?) -> String {
    stateAt.map { say("This Hearth has the state of \(moment($0)) again") }
      ?? say("This Hearth has an earlier state again")
  }
  var recoveryHint: String {
    say("This Hearth was restored. See what devices have brought back, and which are awaited.")
  }
  var changesBack: String { say("Changes brought back") }
  func fromDevices(_ count: Int) -> String {
    plural(count, one: "from 1 device", other: "from \(number(count)) devices")
  }
  var changesNotTaken: String { say("Could not be taken") }
  var awaitedDevices: String { say("Devices still awaited") }
  var returnedDevices: String { say("Devices that came back") }
  var nobodyAwaited: String { say("Every device that was signed in has come back.") }
  var nobodyReturned: String {
    say("None yet. A device comes back when its person signs in on it again.")
  }
  func deviceOf(_ person: String, label: String) -> String { say("\(person): \(label)") }
  func returnedWith(taken: Int, refused: Int, ago: String) -> String {
    let back = plural(
      taken, one: "\(ago) · 1 change brought back",
      other: "\(ago) · \(number(taken)) changes brought back")
    guard refused > 0 else { return back }
    return plural(
      refused, one: "\(back) · 1 could not be taken",
      other: "\(back) · \(number(refused)) could not be taken")
  }
  var stillWaiting: String { say("Waiting for devices") }
  func waitsUntil(_ end: Date) -> String {
    say(
      """
      Until \(moment(end)), a change that may rest on something lost waits for the device that has \
      it. Everything else goes on as ever.
      """)
  }
  var waitOver: String { say("The wait is over") }
  func waitEnded(_ end: Date) -> String {
    say("It ended on \(moment(end)). Devices that come later still bring back what they have.")
  }
  var stopWaiting: String { say("Stop waiting") }
  var stopWaitingTitle: String { say("Stop waiting for devices?") }
  func stopWaitingText(awaited: Int) -> String {
    awaited == 0
      ? say("Every device that was signed in has come back.")
      : plural(
        awaited, one: "1 device has not come back yet.",
        other: "\(number(awaited)) devices have not come back yet.")
  }
  var stopJudges: String { say("What waits is decided as it is") }
  var stopJudgesDetail: String {
    say("A change of something that has not come back is refused; its device keeps and shows it.")
  }
  var stopLater: String { say("Devices that come later still bring back what they have") }
  var stopLaterDetail: String { say("What was refused by then can be sent again from its device.") }
  var waitIsEnded: String { say("Waiting has ended") }
  var voidedTitle: String { say("No longer valid") }
  func voidedText(restoredAt: Date) -> String {
    say(
      """
      When this Hearth was restored, on \(moment(restoredAt)), everything in the backup that lets \
      somebody in ended: some of it may have been revoked since the backup was made.
      """)
  }
  /// What there was of each kind.
  func voided(_ voided: RecoverySummary.Voided) -> [String] {
    let texts: [(count: Int, text: String)] = [
      (
        voided.sessions,
        plural(
          voided.sessions, one: "1 browser or device was signed out",
          other: "\(number(voided.sessions)) browsers and devices were signed out")
      ),
      (
        voided.accessTokens,
        plural(
          voided.accessTokens, one: "1 access token",
          other: "\(number(voided.accessTokens)) access tokens")
      ),
      (
        voided.calendarLinks,
        plural(
          voided.calendarLinks, one: "1 calendar link",
          other: "\(number(voided.calendarLinks)) calendar links")
      ),
      (voided.invites, inviteCount(voided.invites)),
      (
        voided.offers,
        plural(
          voided.offers, one: "1 offer to hand a home over",
          other: "\(number(voided.offers)) offers to hand a home over")
      ),
    ]
    return texts.filter { $0.count > 0 }.map(\.text)
  }
}
