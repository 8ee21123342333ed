import Values

/// Something that was done, as it is said on the next page.
package protocol FlashText: Equatable, Sendable {
  func text(in words: Catalogue) -> String
}

/// What is said once, on the first page after something was done. Each area has its own.
package struct FlashMessage: Equatable, Sendable {
  package let text: any FlashText

  package init(_ text: any FlashText) { self.text = text }

  package static func == (left: FlashMessage, right: FlashMessage) -> Bool {
    func isEqual<Text: FlashText>(_ text: Text) -> Bool { right.text as? Text == text }
    return isEqual(left.text)
  }
}

extension FlashMessage {
  package static let undone = FlashMessage(Undone())

  private struct Undone: FlashText {
    package func text(in words: Catalogue) -> String { words.say("Undone") }
  }
}

// The frame around every page.
extension Catalogue {
  package var productName: String { say("Hearth") }
  package func windowTitle(_ title: String) -> String { say("\(title) · Hearth") }
  package var skipToContent: String { say("Skip to content") }
  package var mainNavigation: String { say("Main") }
  package var quickNavigation: String { say("Quick") }
  package var breadcrumbs: String { say("You are here") }
  package var pages: String { say("More of the list") }
  package var dashboard: String { say("Dashboard") }
  package var people: String { say("People") }
  package var homes: String { say("Homes") }
  package var money: String { say("Money") }
  package var family: String { say("Family") }
  package var today: String { say("Today") }
  /// The page of all zones of a kind.
  package func all(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: homes
    case .group: money
    case .family: family
    }
  }
  package var rooms: String { say("Rooms") }
  package var newHome: String { say("New home") }
  package var joinHome: String { say("Join a home or group") }
  package var menu: String { say("Menu") }
  package var pagesOfArea: String { say("Pages") }
  package var searchEverything: String { say("Search everything") }
  package var add: String { say("Add") }
  package var addSomething: String { say("Add something") }
  package var addNothing: String { say("There's nothing you can add here yet.") }
  package var currenciesInUse: String { say("In use here") }
  package var commonCurrencies: String { say("Common") }
  package var allCurrencies: String { say("All others") }
  /// `@` stands for the name of the zone.
  package var useTimeZone: String { say("Use this device's: @") }
  package var uploading: String { say("Uploading…") }
  package var uploadProgress: String { say("Progress") }
  package var moreActions: String { say("More actions") }
  package var switchHome: String { say("Switch home") }
  package var noHome: String { say("No home yet") }
  package var homesHidden: String { say("Homes are hidden") }
  package var homeSettings: String { say("Home settings") }
  package var groupSettings: String { say("Group settings") }
  package var familySettings: String { say("Family settings") }
  package var addItem: String { say("Add item") }
  package var undo: String { say("Undo") }
  package var close: String { say("Close") }
  package var dismiss: String { say("Dismiss") }
  package var decline: String { say("Decline") }
  package var cancel: String { say("Cancel") }
  package var save: String { say("Save") }
  package var edit: String { say("Edit") }
  package var delete: String { say("Delete") }
  package var back: String { say("Back") }
  package var notNow: String { say("Not now") }
  package var goOn: String { say("Continue") }
  package var showMore: String { say("Show more") }
  package var backToStart: String { say("Back to the start") }
  package var search: String { say("Search") }
  package var any: String { say("Any") }
  package var none: String { say("None") }
  package var signInName: String { say("Sign-in name") }
  package var signInNameHint: String {
    say("For signing in only. An e-mail address is fine too.")
  }
  package var password: String { say("Password") }
  package func passwordHint(_ count: Int) -> String {
    say("At least \(number(count)) characters. A short sentence works well.")
  }
  package func lastSeen(_ when: String) -> String { say("Last seen: \(when)") }
  package var signOut: String { say("Sign out") }
  package var iAmDone: String { say("I'm done") }
  package var connectionLost: String {
    say("That did not go through. Check your connection and try again.")
  }
  package func accountOf(_ name: String) -> String { say("Account of \(name)") }
  package func step(_ step: Int, of count: Int) -> String {
    say("Step \(number(step)) of \(number(count))")
  }

  /// The way to a home's sharing: what is there depends on whose it is.
  package func sharingEntry(_ home: Frame.Home) -> String {
    switch (home.role, home.isShared) {
    case (.owner, false): say("Share this home")
    case (.owner, true): say("Manage sharing")
    case (.editor, _), (.viewer, _): say("Who has this home")
    }
  }

  /// Under a home's name: shared or not, and what one may do.
  package func homeStanding(_ home: Frame.Home) -> String {
    switch (home.role, home.isShared) {
    case (.owner, true): say("Shared · you own it")
    case (.owner, false): say("Private")
    case (.editor, _): say("Shared · you can edit")
    case (.viewer, _): say("Shared · you can view")
    }
  }

  package func role(_ role: Role) -> String {
    switch role {
    case .owner: say("Owner")
    case .editor: say("Can edit")
    case .viewer: say("Can view")
    }
  }
  /// What somebody with a role is called in a zone of a kind.
  package func role(_ role: Role, in kind: ZoneLink.Kind) -> String {
    guard kind == .family else { return self.role(role) }
    return role == .viewer ? say("Child") : say("Parent")
  }

  package func syncState(_ state: SyncState) -> String {
    switch state {
    case .synced: say("Synced")
    case .syncing: say("Syncing")
    case .offline: say("Offline")
    case .pending(let count): say("\(number(count)) pending")
    case .refused(let count, waiting: 0): say("\(number(count)) refused")
    case .refused(let count, let waiting):
      say("\(number(count)) refused, \(number(waiting)) pending")
    case .outdated: say("Too old for its hub")
    }
  }

  package func colour(_ colour: PaletteColour) -> String {
    switch colour {
    case .red: say("Red")
    case .orange: say("Orange")
    case .yellow: say("Yellow")
    case .green: say("Green")
    case .mint: say("Mint")
    case .teal: say("Teal")
    case .cyan: say("Cyan")
    case .blue: say("Blue")
    case .indigo: say("Indigo")
    case .purple: say("Purple")
    case .pink: say("Pink")
    case .brown: say("Brown")
    }
  }

  package func flash(_ message: FlashMessage) -> String { message.text.text(in: self) }

  package var sharedHomesHiddenNote: String {
    say("What you share is hidden while sharing is paused. Nothing is lost.")
  }
  package var sharingPausedNote: String {
    say("Sharing is paused: what you share can be read and not changed for now.")
  }
  package var storeDamagedNote: String {
    say(
      """
      The data of this Hearth is damaged, and some of it may not be readable. Stop the server and \
      run “hearth doctor”: it says what is wrong. “hearth restore” brings back a backup, and devices \
      bring back what is newer.
      """)
  }

  package var asideLink: String { say("Why, and what to do") }
  package func asideNote(_ home: String, _ when: String) -> String {
    say("\(home) is shown as it was \(when). What is new in it cannot be loaded.")
  }
  package var syncTitle: String { say("Sync") }

  package var account: String { say("Account") }
  package var signIn: String { say("Sign in") }
  package var createAccount: String { say("Create account") }
  package var noNewAccounts: String {
    say("This Hearth takes no new accounts. Its administrator can make one for you.")
  }

  package var yes: String { say("Yes") }
  package var no: String { say("No") }
  package var howFar: String { say("See how far it is") }
  package var mayTakeAMoment: String {
    say(
      "This may take a moment. It happens as a whole or not at all, also when you leave this page.")
  }
  package var noChoice: String { say("Not known") }
}

// Notifications, which the frame counts.
extension Catalogue {
  package var notificationsTitle: String { say("Notifications") }
  package func newNotifications(_ count: Int) -> String {
    plural(
      count, one: "1 new notification", other: "\(number(count)) new notifications")
  }
}
