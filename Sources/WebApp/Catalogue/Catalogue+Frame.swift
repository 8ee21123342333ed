/// What was just done, for the message that says so.
package enum FlashMessage: Equatable, Sendable {
  case itemSaved(String), itemAdded(String), itemDeleted(String)
  case itemMoved(String, home: String)
  case photosAdded(Int), photoDeleted
  case roomAdded(String), roomSaved(String), roomDeleted(String)
  case labelAdded(String), labelSaved(String), labelDeleted(String)
  case fieldAdded(String), fieldSaved(String), fieldDeleted(String)
  case policyAdded(String), policySaved(String), policyDeleted(String)
  case policyAddedToHomes(String, Int), policySavedInHomes(String, Int)
  case homeAdded(String), homeSaved(String), homeDeleted(String), primaryChanged(String)
  case homeNameShared(String)
  case inviteRevoked, roleChanged(String, Role), personRemoved(String), sharingStopped(String)
  case leftHome(String), joinKept, homeOffered(String, String), homeTaken(String)
  case offerWithdrawn(String, String), homeRestored(String), homePurged(String)
  case mergeUndone(String, items: Int)
  case countingSaved(Bool), feedbackKept
  case gateSaved(GateState)
  case waitEnded
  case profileSaved, passwordChanged, regionSaved, sessionEnded, otherSessionsEnded(Int)
  case tokenRevoked
  case calendarRemoved
  case changeRetried, changeStillRefused, changeCopied, changeDiscarded, syncAsked
  case homeRemovedHere(String)
  case importCancelled, importUndone(items: Int)
  case itemsNumbered(Int)
  case papersAdded(Int), paperSaved(String), paperDeleted(String)
  case maintenanceAdded(String), maintenanceSaved(String), maintenanceDone(String)
  case maintenanceDeleted(String)
  case itemLent(String, to: String), itemReturned(String), itemSold(String)
  case itemArchived(String), itemUnarchived(String), itemUnsold(String)
  case undone
  case itemsChanged(ManyPage.Action, Int), nothingToChange, partlyUndone(Int, left: Int)
  case searchSaved(String), searchDeleted(String)
  case takenBack(left: Int), valueRestored(ActivityField)
  case itemSeen(String), checkFinished(String), checkStopped(String)
  case templateAdded(String), templateSaved(String), templateDeleted(String)
}

// The frame around every page.
extension Catalogue {
  package var productName: String { say("Hearth") }
  func windowTitle(_ title: String) -> String { say("\(title) · Hearth") }
  var skipToContent: String { say("Skip to content") }
  var mainNavigation: String { say("Main") }
  var quickNavigation: String { say("Quick") }
  var breadcrumbs: String { say("You are here") }
  var pages: String { say("More of the list") }
  var dashboard: String { say("Dashboard") }
  var allInventory: String { say("All inventory") }
  var people: String { say("People") }
  var homes: String { say("Homes") }
  var rooms: String { say("Rooms") }
  var labels: String { say("Labels") }
  var newHome: String { say("New home") }
  var joinHome: String { say("Join a home") }
  var tabHome: String { say("Home") }
  var tabItems: String { say("Items") }
  var tabMenu: String { say("Menu") }
  var switchHome: String { say("Switch home") }
  var noHome: String { say("No home yet") }
  var homesHidden: String { say("Homes are hidden") }
  var homeSettings: String { say("Home settings") }
  var addItem: String { say("Add item") }
  var undo: String { say("Undo") }
  var dismiss: String { say("Dismiss") }
  var decline: String { say("Decline") }
  var cancel: String { say("Cancel") }
  var save: String { say("Save") }
  var edit: String { say("Edit") }
  var delete: String { say("Delete") }
  var back: String { say("Back") }
  var notNow: String { say("Not now") }
  var goOn: String { say("Continue") }
  var showMore: String { say("Show more") }
  var backToStart: String { say("Back to the start") }
  var search: String { say("Search") }
  var any: String { say("Any") }
  var none: String { say("None") }
  var signOut: String { say("Sign out") }
  var connectionLost: String {
    say("That did not go through. Check your connection and try again.")
  }
  func accountOf(_ name: String) -> String { say("Account of \(name)") }
  func step(_ step: Int, of count: Int) -> String {
    say("Step \(number(step)) of \(number(count))")
  }

  /// The way to a home's sharing: what is there depends on whose it is.
  func sharingEntry(_ home: Frame.Home) -> String {
    switch (home.role, home.isShared) {
    case (.owner, false): say("Share this home")
    case (.owner, true): say("Manage sharing")
    case (.editor, _), (.viewer, _): say("Who has this home")
    }
  }

  /// Under a home's name: shared or not, and what one may do.
  func homeStanding(_ home: Frame.Home) -> String {
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

  func colour(_ colour: PaletteColour) -> String {
    switch colour {
    case .red: say("Red")
    case .orange: say("Orange")
    case .amber: say("Amber")
    case .lime: say("Lime")
    case .green: say("Green")
    case .teal: say("Teal")
    case .cyan: say("Cyan")
    case .blue: say("Blue")
    case .indigo: say("Indigo")
    case .violet: say("Violet")
    case .pink: say("Pink")
    case .grey: say("Grey")
    }
  }

  package func flash(_ message: FlashMessage) -> String {
    switch message {
    case .itemSaved(let name): say("Saved \(name)")
    case .itemAdded(let name): say("Added \(name)")
    case .itemDeleted(let name): say("Deleted \(name)")
    case .itemMoved(let name, let home): say("Moved \(name) to \(home)")
    case .photosAdded(let count):
      plural(count, one: "Added 1 photo", other: "Added \(number(count)) photos")
    case .photoDeleted: say("Deleted the photo")
    case .roomAdded(let name): say("Added \(name)")
    case .roomSaved(let name): say("Saved \(name)")
    case .roomDeleted(let name): say("Deleted \(name); its items stay in the home")
    case .labelAdded(let name): say("Added \(name)")
    case .fieldAdded(let name): say("Items can have \(name) now")
    case .fieldSaved(let name): say("Saved \(name)")
    case .fieldDeleted(let name): say("\(name) is offered no longer")
    case .labelSaved(let name): say("Saved \(name)")
    case .labelDeleted(let name): say("Deleted \(name); its items stay")
    case .policyAdded(let name): say("Added \(name)")
    case .policySaved(let name): say("Saved \(name)")
    case .policyAddedToHomes(let name, let count):
      plural(
        count, one: "Added the policy of \(name) to 1 home",
        other: "Added the policy of \(name) to \(number(count)) homes")
    case .policySavedInHomes(let name, let count):
      plural(
        count, one: "Saved the policy of \(name) in 1 home",
        other: "Saved the policy of \(name) in \(number(count)) homes")
    case .policyDeleted(let name): say("Deleted the policy of \(name)")
    case .homeAdded(let name): say("\(name) is ready")
    case .homeSaved(let name): say("Saved \(name)")
    case .homeNameShared(let name):
      say("Saved \(name). Another of your homes has that name, too.")
    case .homeDeleted(let name): say("Deleted \(name); you can restore it for 30 days")
    case .primaryChanged(let name): say("\(name) is now your primary home")
    case .importCancelled: say("Nothing was imported")
    case .importUndone(let count):
      plural(
        count, one: "Took back the import of 1 item",
        other: "Took back the import of \(number(count)) items")
    case .itemsNumbered(let count):
      plural(
        count, one: "Gave 1 item a number", other: "Gave \(number(count)) items a number")
    case .undone: say("Undone")
    case .papersAdded(let count): papersAdded(count)
    case .paperSaved(let name): paperSaved(name)
    case .paperDeleted(let name): paperDeleted(name)
    case .maintenanceAdded(let title): say("Added \(title)")
    case .maintenanceSaved(let title): say("Saved \(title)")
    case .maintenanceDone(let title): say("Done: \(title)")
    case .maintenanceDeleted(let title): say("Deleted \(title)")
    case .itemLent(let name, let person): say("Lent \(name) to \(person)")
    case .itemReturned(let name): say("\(name) is back")
    case .itemSold(let name): say("Sold \(name); it is in the archive now")
    case .itemArchived(let name): say("Put \(name) into the archive")
    case .itemUnarchived(let name): say("Took \(name) out of the archive")
    case .itemUnsold(let name): say("\(name) is not sold; it counts again")
    case .itemsChanged(let action, let count): manyDone(action, count)
    case .nothingToChange: nothingToChange
    case .partlyUndone(let count, let left): undone(count, left: left)
    case .searchSaved(let name): say("Saved \(name)")
    case .searchDeleted(let name): say("Deleted \(name)")
    case .takenBack(left: 0): say("Taken back")
    case .takenBack(let left): takenBack(left: left)
    case .valueRestored(let field): say("Restored: \(activityField(field))")
    default: flashOfPlaces(message)
    }
  }

  private func flashOfPlaces(_ message: FlashMessage) -> String {
    switch message {
    case .itemSeen(let name): say("\(name) was seen")
    case .checkFinished(let name): say("Finished the check of \(name)")
    case .checkStopped(let name): say("Stopped the check of \(name); what was seen stays seen")
    case .templateAdded(let name): say("New items can begin with \(name) now")
    case .templateSaved(let name): say("Saved \(name)")
    case .templateDeleted(let name): say("Deleted \(name); its items stay")
    default: flashOfPeople(message)
    }
  }

  private func flashOfPeople(_ message: FlashMessage) -> String {
    switch message {
    case .inviteRevoked: say("The invite no longer works")
    case .roleChanged(let name, .viewer): say("\(name) can now only view")
    case .roleChanged(let name, _): say("\(name) can now edit")
    case .personRemoved(let name): say("\(name) no longer has this home")
    case .sharingStopped(let name): say("\(name) is private again")
    case .leftHome(let name): say("You left \(name)")
    case .offerWithdrawn(let home, let name):
      say("\(home) is no longer offered to \(name)")
    case .homeOffered(let home, let name): say("\(name) is asked to take \(home) over")
    case .homeTaken(let name): say("\(name) is yours now")
    case .homeRestored(let name): say("\(name) is back, with everything in it")
    case .mergeUndone(let name, let items):
      plural(
        items, one: "\(name) is back, with 1 item",
        other: "\(name) is back, with \(number(items)) items")
    case .homePurged(let name): say("\(name) is deleted for good")
    case .joinKept: say("Your hub is asked as soon as it is back")
    case .profileSaved: say("Saved your name")
    case .passwordChanged: say("Changed your password; your other sessions were signed out")
    case .countingSaved(let isCounted): countingSaved(isCounted)
    case .gateSaved(let state): gateState(state)
    case .waitEnded: waitIsEnded
    case .feedbackKept: feedbackKept
    case .regionSaved: say("Saved your language and region")
    case .tokenRevoked: say("The token no longer works")
    case .calendarRemoved: say("The calendar has no address any more")
    case .sessionEnded: say("Signed that device out")
    case .otherSessionsEnded(let count):
      plural(count, one: "Signed 1 device out", other: "Signed \(number(count)) devices out")
    case .changeRetried: say("The change is on its way again")
    case .changeStillRefused: say("It still cannot be sent, and is kept here")
    case .changeCopied: say("Kept a copy as a new item")
    case .changeDiscarded: say("The change is gone")
    case .homeRemovedHere(let name): say("Removed \(name) from this device")
    case .syncAsked: say("Looking for changes")
    default: ""
    }
  }
}
