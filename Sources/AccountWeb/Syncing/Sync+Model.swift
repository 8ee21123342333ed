import FoundationEssentials
import SharingWeb
import Web

/// Whether this device is up to date with its hub, which changes wait, and which were refused.
package enum SyncPage {
  /// What kind of thing a change was about.
  package enum Kind: Equatable, Sendable {
    case item, room, label, policy, home, photo, expense, group, member, other
  }

  /// What was done to it.
  package enum Verb: Equatable, Sendable { case added, changed, deleted }

  /// A change that waits to be sent.
  package struct Pending: Equatable, Sendable {
    package var kind: Kind
    package var verb: Verb
    package var name: String
    package var home: ZoneLink?
    package var madeAt: Date
    /// Whether the change waits because sharing is paused.
    package var isPaused = false

    package init(_ verb: Verb, _ kind: Kind, name: String, home: ZoneLink?, madeAt: Date) {
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
    /// The change was refused for lack of access, and the person may write there again.
    case accessIsBack
    case homeDeleted
    /// The change would have left somebody without a home.
    case onlyHome
    /// The record was deleted, or is where the person cannot see it.
    case recordGone
    /// The record is now in another of the person's homes.
    case isElsewhere(home: String)
    /// The person has moved all of the home into another one.
    case homeMerged(into: String)
    /// Someone else changed the same thing, and the two changes cannot be merged.
    case changedByOther
    /// A limit of the home, such as its number of items.
    case limitReached(ReachedLimit)
    case invalid
    /// A restored hub has lost this change, which other people wrote, and `others` more records
    /// with it.
    case lostByRestore(others: Int)
    /// The hub lost a merge or a deletion of a home when it was restored.
    case undoneByRestore
    /// The change needed the hub's consent while sharing was paused.
    case sharingPaused
    /// The change names a file that the person has not uploaded to the hub.
    case fileMissing
    /// Photo storage is full.
    case storageFull
    /// A newer hub's reason, in its own word.
    case newerReason(String)
  }

  /// Why a home's data from the hub cannot be shown.
  package enum AsideReason: Equatable, Sendable, CaseIterable {
    /// The data cannot be read.
    case unreadable
    /// Something in the home refers to a record that is missing.
    case inconsistent
    /// This version cannot store the data.
    case unstorable
    /// The hub was restored from a backup that does not have the home.
    case forgotten
  }

  /// A home that is set aside, because its data from the hub cannot be shown.
  package struct Aside: Equatable, Sendable {
    /// `nil` for one that was never shown here.
    package var home: ZoneLink?
    package var reason: AsideReason
    package var since: Date
  }

  /// A link to a page that tells what became of something.
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
    /// Whether trying again could work.
    package var canRetry: Bool
    /// Whether the written values can be kept as a new item.
    package var copy: Route?
    /// Where it is shown beside what is stored, to choose from.
    package var choice: Route?
    /// What the change would have set: the field's name in words, and the value.
    package var draft: [(name: String, value: String)] {
      zip(draftNames, draftValues).map { ($0, $1) }
    }
    /// The page where the changed thing is now.
    package var place: Place?
    /// Its photos whose files are here, by their ids.
    package var photoIDs: [String] = []
    package var draftNames: [String] = []
    package var draftValues: [String] = []
  }

  /// What keeps the device from sending, although the hub can be reached.
  package enum Obstacle: Equatable, Sendable {
    /// The hub asks the device to wait until this time.
    case waiting(until: Date)
    case failing
  }

  /// What the page shows.
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
    /// Joins that wait until the hub can be reached.
    package var joins: [WaitingJoinRow] = []
    /// Homes that are shown as they were, or not at all.
    package var aside: [Aside] = []
    /// The number of changes that are not listed, because their homes are hidden now.
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
