import Foundation

/// How far this device is in step, what waits, and what was refused.
package enum SyncPage {
  /// What kind of thing a change was about.
  package enum Kind: Equatable, Sendable { case item, room, label, policy, home, photo, other }

  /// What was done to it.
  package enum Verb: Equatable, Sendable { case added, changed, deleted }

  /// A change that waits to be sent.
  package struct Pending: Equatable, Sendable {
    package var kind: Kind
    package var verb: Verb
    package var name: String
    package var home: HomeLink?
    package var madeAt: Date
    /// Sharing is paused, and it waits for that.
    package var isPaused = false

    package init(_ verb: Verb, _ kind: Kind, name: String, home: HomeLink?, madeAt: Date) {
      self.verb = verb
      self.kind = kind
      self.name = name
      self.home = home
      self.madeAt = madeAt
    }
  }

  /// Why the hub refused a change.
  package enum Refusal: Equatable, Sendable {
    /// The home was taken away from the person.
    case accessLost
    /// The person may now only view.
    case viewOnly
    /// It was refused for want of access, and the person may write there again.
    case accessIsBack
    case homeDeleted
    /// It would have left somebody without a home.
    case onlyHome
    /// What it was about is gone, by whomever, or is where the person cannot see it.
    case recordGone
    /// What it was about is in another home of the person's by now.
    case isElsewhere(home: String)
    /// The person has moved all of the home into another one.
    case homeMerged(into: String)
    /// Someone else changed the same thing in a way that cannot be joined.
    case changedByOther
    /// A limit of the home, such as its number of items.
    case limitReached
    case invalid
    /// The hub was restored from a backup and has lost what others wrote: this, and more.
    case lostByRestore(others: Int)
    /// A merge or a deletion of a home that the hub has lost that way.
    case undoneByRestore
    /// It needed the hub's word while sharing was paused.
    case sharingPaused
    /// It names a file that the hub did not get from the person.
    case fileMissing
    /// Photo storage is full.
    case storageFull
    /// A newer hub's reason, in its own word.
    case newerReason(String)
  }

  /// Why what the hub sends of a home cannot be shown.
  package enum AsideReason: Equatable, Sendable, CaseIterable {
    /// It cannot be read.
    case unreadable
    /// It does not hold together.
    case inconsistent
    /// This version cannot store it.
    case unstorable
    /// The hub was restored from a backup that does not have it.
    case forgotten
  }

  /// A home of which what the hub sends cannot be shown.
  package struct Aside: Equatable, Sendable {
    /// `nil` for one that was never shown here.
    package var home: HomeLink?
    package var reason: AsideReason
    package var since: Date
  }

  /// A page that tells what became of something.
  package struct Place: Equatable, Sendable {
    package var name: String
    package var route: Route

    package init(_ name: String, _ route: Route) {
      self.name = name
      self.route = route
    }
  }

  /// A change that was refused and is kept until the person decides.
  package struct Refused: Equatable, Sendable {
    package var id: String
    package var change: Pending
    package var refusal: Refusal
    /// Trying again could work.
    package var canRetry: Bool
    /// What was written can be kept as a new item.
    package var canCopy: Bool
    /// What the change would have set: the field's name in words, and the value.
    package var draft: [(name: String, value: String)] {
      zip(draftNames, draftValues).map { ($0, $1) }
    }
    /// Where what it is about is by now.
    package var place: Place?
    /// Its photos whose files are here, by their ids.
    package var photoIDs: [String] = []
    package var draftNames: [String] = []
    package var draftValues: [String] = []
  }

  /// What the page shows.
  /// What keeps the device from sending, although the hub can be reached.
  package enum Obstacle: Equatable, Sendable {
    /// The hub asks it to wait until then.
    case waiting(until: Date)
    case failing
  }

  package struct Model: Equatable, Sendable {
    package var state: SyncState
    /// The hub's address; `nil` for the app on the hub itself, where nothing ever waits.
    package var hub: String?
    package var lastSyncedAt: Date?
    package var pending: [Pending]
    package var refused: [Refused]
    package var obstacle: Obstacle?
    /// Files of photos and papers that the hub has no room for.
    package var unsentFileCount = 0
    /// What is to be joined when the hub can be asked.
    package var joins: [WaitingJoinRow] = []
    /// Homes that are shown as they were, or not at all.
    package var aside: [Aside] = []
    /// Changes of homes that are hidden now, which are not listed.
    package var hiddenCount = 0

    package init(
      state: SyncState, hub: String?, lastSyncedAt: Date?, pending: [Pending] = [],
      refused: [Refused] = []
    ) {
      self.state = state
      self.hub = hub
      self.lastSyncedAt = lastSyncedAt
      self.pending = pending
      self.refused = refused
    }
  }
}
