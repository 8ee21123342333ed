import Web

// Coming in, and a person's own settings.
extension Catalogue {
  var server: String { say("Server") }

  var needsHubForAccount: String {
    say("Your hub cannot be reached right now. Passwords and sessions can be changed when it is.")
  }
  var signInTitle: String { say("Welcome home") }
  func signInToJoin(_ home: String) -> String { say("Sign in to join \(home).") }
  func signInToHub(_ hub: String) -> String { say("You sign in at \(hub).") }
  func signInNotice(_ notice: SignInPage.Notice) -> String {
    switch notice {
    case .signedOut: say("You've been signed out here")
    case .tabletEnded: say("This isn't the family's tablet any more")
    }
  }
  func signInNoticeText(_ notice: SignInPage.Notice) -> String {
    switch notice {
    case .signedOut:
      say(
        "Your session ended, or someone ended it. Sign in again. A child asks a parent for a code.")
    case .tabletEnded:
      say("A parent ended it. To use it as one again, a parent signs in and opens family settings.")
    }
  }
  var codeSignIn: String { say("Sign in with a code") }
  var codeSignInText: String {
    say("A parent shows it to you: at the family's settings, beside your name.")
  }
  var codeFromParent: String { say("Code from a parent") }
  var codeExample: String { say("ABCD-2345") }
  var signInWithPassword: String { say("Sign in with a password") }
  var childWithCode: String { say("A child with a code?") }
  var noAccountYet: String { say("No account yet?") }
  var howToGetOne: String { say("See how to get one") }
  var haveAccount: String { say("You have an account?") }
  var displayName: String { say("Your name") }
  var displayNameHint: String { say("As the people you share with will see it.") }
  var enterCode: String { say("Enter a code") }
  package var haveCode: String { say("I have a code") }

  func signUpTitle(_ admission: SignUpPage.Admission) -> String {
    switch admission {
    case .first: say("Set up your Hearth")
    case .invite(_, let inviter, let home): say("\(inviter) shares \(home) with you")
    case .boundInvite(_, let name): say("An invite for \(name)")
    case .open: say("Create your account")
    case .closed: say("By invitation")
    case .shut: say("No new accounts")
    }
  }

  func signUpText(_ admission: SignUpPage.Admission) -> String {
    switch admission {
    case .first: say("This is the first account. It looks after this Hearth and can invite others.")
    case .invite, .boundInvite:
      say("Create an account first. You see exactly what you join before you do.")
    case .open: say("One account for all your homes, on all your devices.")
    case .closed: say("This Hearth belongs to a household.")
    case .shut: noNewAccounts
    }
  }

  var inviteOnlyHint: String {
    say(
      """
      Ask someone who lives in it for an invite. They find it in their home’s settings, under \
      Sharing. You get a link or a code like ABC-2345.
      """)
  }

  package func startTitle(isFurther: Bool) -> String {
    isFurther ? say("A new home") : say("Name your home")
  }
  package var startText: String { say("You can change all of this at any time.") }
  package var homeName: String { say("Name of the home") }
  package var homeNameExample: String { say("Harbour Street") }
  package var pickRooms: String { say("Which rooms are there?") }
  package var pickRoomsHint: String { say("Tick what you have. Shelves and boxes come later.") }
  package var addressAndPhoto: String { say("Address and photo") }
  package var createHome: String { say("Create home") }

  func signedInAs(_ name: String) -> String { say("Signed in as \(name)") }
  var administrator: String { say("Administrator") }
  var shownAreas: String { say("What is shown") }
  var shownAreasText: String {
    say("What you do not use can be left out here and on Today. Nothing is deleted.")
  }
  var languageAndRegion: String { say("Language and region") }
  var writtenAs: String { say("Write numbers and dates like this") }
  func regionExample(_ code: String, _ amount: String, _ day: String) -> String {
    say("\(code): \(amount), \(day)")
  }
  var timeZoneName: String { say("Time zone") }
  var currencyHint: String { say("For new items. Each item can have its own.") }
  var currentPassword: String { say("Current password") }
  var newPassword: String { say("New password") }
  var newPasswordAgain: String { say("New password again") }
  var changePassword: String { say("Change password") }
  var sessionsAndDevices: String { say("Where you are signed in") }
  var thisDevice: String { say("This one") }
  var signOutOthers: String { say("Sign out everywhere else") }

  var deviceTitle: String { say("Connect this device") }
  var deviceText: String {
    say("It keeps a copy of your homes and works without a connection.")
  }
  var deviceAgainTitle: String { say("Sign in again") }
  var deviceAgainText: String {
    say(
      """
      Your hub has ended this device's session, as it does when it was restored from a backup, or \
      when somebody ended it among your devices. Your copy, and what waits to be sent, are still \
      here and show again once you have signed in.
      """)
  }
  var yourHub: String { say("Your hub") }
  var deviceName: String { say("Name of this device") }
  var deviceNameHint: String { say("So that you can tell your devices apart.") }
  var connectDevice: String { say("Connect and fetch my homes") }

  package var calendarTitle: String { say("Calendar") }
  package var calendarText: String {
    say("See what is due, what ends and what should come back in the calendar of your phone.")
  }
}
