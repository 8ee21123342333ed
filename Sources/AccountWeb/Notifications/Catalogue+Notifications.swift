import Web

// What people are told, and mail.
extension Catalogue {
  var notificationsText: String {
    say("Choose what you are told here and by mail.")
  }
  var chooseNotifications: String { say("Choose notifications") }
  var showNotifications: String { say("Show notifications") }
  var markAllRead: String { say("Mark all as read") }
  var newMark: String { say("New") }
  var noNotifications: String { say("No notifications") }
  var noNotificationsText: String {
    say("Joins, payments, routines and warranties of the last 30 days show here.")
  }

  var whatYouAreTold: String { say("What you are told") }
  var safetyIsTold: String {
    say("What concerns the safety of your account and homes is always told here.")
  }
  var noMailHere: String { say("This server doesn’t send mail.") }
  var switchesOfDevice: String {
    say("This is for this device. In other browsers, and for mail, you choose on your server.")
  }
  var toldInApp: String { say("In the app") }
  var toldByMail: String { say("By mail") }
  var alwaysInApp: String { say("Always told in the app") }

  package func notificationKind(_ kind: NotificationKind) -> String {
    switch kind {
    case .invited: say("Someone invites you")
    case .joined: say("Someone joins or leaves what you share")
    case .merged: say("A home is merged into yours")
    case .settled: say("A payment with you is noted")
    case .routineDone: say("A routine is done")
    case .approval: say("A routine waits for your approval")
    case .warranty: say("A warranty ends soon")
    case .refused: say("A change of yours is not saved")
    case .ownership: say("A home is handed over")
    case .access: say("You get or lose access to something")
    case .pinGuessed: say("Someone guesses at a PIN or a code")
    case .hubRestored: say("The server went back to an earlier state")
    }
  }

  var mailAddress: String { say("E-mail address") }
  var mailText: String {
    say("Mail goes to an address only after you confirm it. Every mail has a link that ends them.")
  }
  var mailConfirmed: String { say("The address is confirmed.") }
  var mailNotConfirmed: String {
    say("The address isn’t confirmed yet. Press the link in the mail that we sent there.")
  }
  var sendConfirmation: String { say("Send confirmation") }
  var removeMailAddress: String { say("Remove address") }
  var confirmMail: String { say("Confirm address") }
  var stopMail: String { say("Stop mails") }

  func mailLink(_ model: MailLinkPage.Model) -> (title: String, text: String) {
    switch model {
    case .confirm: (say("Confirm this address"), say("Hearth then sends notifications there."))
    case .confirmed: (say("Address confirmed"), say("You can choose what is sent in your account."))
    case .stop: (say("Stop mails"), say("Hearth then sends nothing more to this address."))
    case .stopped: (say("Mails stopped"), say("Hearth sends nothing more to this address."))
    case .over: (say("This link no longer works"), say("It was used or replaced."))
    }
  }

  // In the mails themselves
  package var confirmMailSubject: String { say("Confirm your address for Hearth") }
  package func confirmMailBody(link: String, stop: String) -> String {
    say(
      """
      Someone entered this address for mails from Hearth. If that was you, confirm it here:

      \(link)

      If it wasn't, do nothing. No more mails come without your confirmation. You can also remove \
      the address:

      \(stop)
      """)
  }
  package func newsMailSubject(_ rows: [String]) -> String {
    rows.count == 1
      ? rows[0] : say("\(number(rows.count)) notifications from Hearth")
  }
  package func newsMailBody(_ rows: [(title: String, link: String)], stop: String) -> String {
    let list = rows.map { say("\($0.title)\n\($0.link)") }.joined(separator: "\n\n")
    return say("\(list)\n\n--\nEnd these mails:\n\(stop)\n")
  }
}
