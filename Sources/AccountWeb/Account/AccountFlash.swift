import Web

/// What was done to an account, its devices and this Hearth.
package enum AccountFlash: FlashText {
  case countingSaved(Bool)
  case feedbackKept
  case gateSaved(SharingFlagState)
  case waitEnded
  case profileSaved
  /// The device could not reach its hub.
  case profileKept
  case passwordChanged
  case regionSaved
  case areasSaved
  case sessionEnded
  case otherSessionsEnded(Int)
  case tokenRevoked
  case calendarRemoved
  case calendarSaved
  case notificationsRead
  case notificationsSaved
  case mailAsked(String)
  case mailRemoved
  case changeRetried
  case changeStillRefused
  case changeCopied
  case changeDiscarded
  case syncAsked
  case homeRemovedHere(String)

  package func text(in words: Catalogue) -> String {
    switch self {
    case .profileSaved: words.say("Saved your name")
    case .profileKept:
      words.say("Saved your name here. Others see it once this device reaches your server")
    case .passwordChanged: words.say("Changed your password; your other sessions were signed out")
    case .countingSaved(let isCounted): words.countingSaved(isCounted)
    case .gateSaved(let state): words.gateState(state)
    case .waitEnded: words.waitIsEnded
    case .feedbackKept: words.feedbackKept
    case .regionSaved: words.say("Saved your language and region")
    case .areasSaved: words.say("Saved what is shown")
    case .tokenRevoked: words.say("The token no longer works")
    case .notificationsRead: words.say("Everything is marked as read")
    case .notificationsSaved: words.say("Saved what you are told")
    case .mailAsked(let address):
      words.say("We sent a mail to \(address). Press the link in it to confirm the address.")
    case .mailRemoved: words.say("You get no more mails")
    case .calendarSaved: words.say("Saved what is in your calendar")
    case .calendarRemoved: words.say("The calendar has no address any more")
    case .sessionEnded: words.say("Signed that device out")
    case .otherSessionsEnded(let count):
      words.plural(
        count, one: "Signed 1 device out", other: "Signed \(words.number(count)) devices out")
    case .changeRetried: words.say("The change is on its way again")
    case .changeStillRefused: words.say("It still cannot be sent, and is kept here")
    case .changeCopied: words.say("Kept a copy as a new item")
    case .changeDiscarded: words.say("The change is gone")
    case .homeRemovedHere(let name): words.say("Removed \(name) from this device")
    case .syncAsked: words.say("Looking for changes")
    }
  }
}

extension FlashMessage {
  package static func account(_ message: AccountFlash) -> FlashMessage { FlashMessage(message) }
}
