import FoundationEssentials
import Web

/// Moving everything of a home into another one: which, what will happen, and one confirmation.
package enum MergeHomePage {
  /// Why a home cannot go.
  package enum Obstacle: Equatable, Sendable {
    /// These people have it, too, and would lose it.
    case sharedOut([PersonBadge])
    case tooLarge(max: Int)
    /// There is no other home that the person may change.
    case noOther
    /// The other home that was chosen may only be looked at by now.
    case readOnly(String)
    /// The other home that was chosen is gone, or not the person's any more.
    case targetGone
  }

  /// The home that was chosen, with exactly what will happen.
  package struct Chosen: Equatable, Sendable {
    package var home: ZoneLink
    /// Whose it is; `nil` for one's own.
    package var owner: String?
    package var isSeparate: Bool
    package var summary: MergeSummary
    /// People who will see what could not be seen by them before.
    package var gaining: [String]
    package var movesPrimary: Bool
    /// Identifies the plan that is shown, so that exactly this plan is confirmed.
    package var digest: String
    /// Whether the plan has changed since the page was shown, so that it must be confirmed again.
    package var hasChanged: Bool = false
  }

  package enum Step: Equatable, Sendable {
    case blocked(Obstacle)
    case choose([ZoneLink])
    case confirm(Chosen)
  }

  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var step: Step
    /// Other homes of the person, which stay as they are.
    package var untouched: [String] = []
  }
}

/// What a merge has done, is doing, or did not do.
package enum MergedPage {
  package struct Done: Equatable, Sendable {
    package var id: String
    package var sourceName: String
    /// `nil` when it is not the person's any more.
    package var target: ZoneLink?
    package var targetName: String
    package var mergedAt: Date
    package var summary: MergeSummary
    /// `nil` when it cannot be undone any more.
    package var undoUntil: Date?
    /// Why it cannot be undone as things are; `nil` when it can.
    package var undoObstacle: UndoObstacle?
    /// When it was undone, and the home that there is again.
    package var undoneAt: Date?
    package var restored: ZoneLink?
    package var vanished: [Vanished]
    /// What an undo has brought back, or would; `nil` when that is not known.
    package var returned: Returned?
    /// Whether the home was joined just now.
    package var isNewHere: Bool

    package init(
      id: String, sourceName: String, target: ZoneLink?, targetName: String, mergedAt: Date,
      summary: MergeSummary, undoUntil: Date?, undoneAt: Date? = nil, restored: ZoneLink? = nil,
      vanished: [Vanished] = [], isNewHere: Bool = false
    ) {
      self.id = id
      self.sourceName = sourceName
      self.target = target
      self.targetName = targetName
      self.mergedAt = mergedAt
      self.summary = summary
      self.undoUntil = undoUntil
      self.undoneAt = undoneAt
      self.restored = restored
      self.vanished = vanished
      self.isNewHere = isNewHere
    }
  }

  /// What comes back with an undo, and what does not.
  package struct Returned: Equatable, Sendable {
    package var items: Int
    package var missing: [Missing] = []
    /// What else does not, whose names are not known.
    package var unnamedCount: Int = 0
    /// Places of which the other home keeps one of its own, for what was put into them since.
    package var rooms: [String] = []
  }

  /// Something that was deleted, or moved out of the other home, since the merge.
  package struct Missing: Equatable, Sendable {
    package enum Kind: Sendable { case item, place, label, policy, template, field }
    package var kind: Kind
    package var name: String
    /// Where the person has it now; `nil` for what is gone, or where they cannot see it.
    package var route: Route?
    package var homeName: String?

    package init(_ kind: Kind, name: String, route: Route? = nil, homeName: String? = nil) {
      self.kind = kind
      self.name = name
      self.route = route
      self.homeName = homeName
    }
  }

  /// Something that the other home has no place for, kept here.
  package struct Vanished: Equatable, Sendable {
    package enum Kind: Sendable { case home, place, label, policy, field }
    package var kind: Kind
    package var name: String
    /// Each with the name of its field.
    package var values: [String]
  }

  package enum Model: Equatable, Sendable {
    /// The merge is running for an unknown time; the page reloads itself.
    case running(id: String)
    case done(Done)
    /// It did not happen, and everything is as it was.
    case failed(MergeFailure, source: ZoneLink?, target: ZoneLink?, isSeparate: Bool)
  }

  package enum Question: Equatable, Sendable {
    case ask(Done)
    /// Why it cannot be undone.
    case impossible(Done, UndoObstacle)
    /// It was already.
    case undone(Done)
  }

  package enum UndoObstacle: Equatable, Sendable {
    case tooLate, targetGone, readOnly
    /// The person owns as many homes as one may.
    case tooManyHomes
  }
}

/// Why a merge or a fresh start did not happen.
package enum MergeFailure: Equatable, Sendable {
  case sharedOut
  case readOnly
  /// The other home's owner invited the person to edit, not to move a home into it.
  case notInvited
  case targetGone
  case sourceGone
  case tooLarge
  /// Other people's changes to the same records interfered at every attempt.
  case contended
  /// The hub cannot be reached or has too much to do.
  case unavailable
  /// The hub did not answer: all of it has happened, or nothing.
  case outcomeUnknown
  /// The home that was joined has not arrived on this device yet.
  case notHere
  /// An earlier change still waits for the person's review.
  case unsentChanges
  /// The program's own fault.
  case broken
}
