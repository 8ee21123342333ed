/// Something that was done, as it is said on the next page.
package protocol FlashText: Equatable, Sendable {
  func text(in words: Catalogue) -> String
}

/// What is said once, on the first page after something was done. Each area has its own.
package struct FlashMessage: Equatable, Sendable {
  let text: any FlashText

  init(_ text: any FlashText) { self.text = text }

  package static func == (left: FlashMessage, right: FlashMessage) -> Bool {
    func isEqual<Text: FlashText>(_ text: Text) -> Bool { right.text as? Text == text }
    return isEqual(left.text)
  }
}

extension FlashMessage {
  static let undone = FlashMessage(Undone())

  private struct Undone: FlashText {
    func text(in words: Catalogue) -> String { words.say("Undone") }
  }
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

  package func flash(_ message: FlashMessage) -> String { message.text.text(in: self) }
}
