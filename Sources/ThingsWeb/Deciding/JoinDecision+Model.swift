import FoundationEssentials
import Web

/// What becomes of somebody's own things when they join a home: the choice, the own home that goes,
/// what exactly will happen, and one confirmation.
package enum JoinDecisionPage {
  /// What an account with things of its own can do about them.
  package enum Choice: String, CaseIterable, Sendable {
    case alongside, merge, fresh
  }

  /// The home that is to be joined, or was.
  package struct Joined: Equatable, Sendable {
    /// Of the decision, for addresses.
    package var id: String
    package var homeName: String
    package var owner: PersonBadge
    package var role: Role
    /// The home if the person has joined it already, so that only the rest remains to be done.
    package var home: ZoneLink?
  }

  /// An own home that could go into the other.
  package struct Candidate: Equatable, Sendable {
    package var home: ZoneLink
    package var itemCount: Int
    package var placeCount: Int
    /// Why it cannot.
    package var obstacle: MergeHomePage.Obstacle?
  }

  /// What a fresh start removes, and what stays.
  package struct Fresh: Equatable, Sendable {
    package var removed: [Candidate]
    package var sharedOut: [String]
    /// What was typed to confirm it.
    package var confirmation: FieldValue = FieldValue()
    /// Something has been added since the page was shown, so it is asked again.
    package var hasChanged: Bool = false

    var itemCount: Int { removed.reduce(0) { $0 + $1.itemCount } }
  }

  package enum Model: Equatable, Sendable {
    /// Which own home is to go.
    case pick(Joined, [Candidate])
    /// Exactly what will happen.
    case merge(Joined, MergeHomePage.Chosen, from: ZoneLink, untouched: [String])
    case fresh(Joined, Fresh)
    case running(Joined)
    /// The home was joined or not, but the rest did not happen.
    case failed(MergeFailure, Joined, Choice)
    /// The invite gives less or more than it did when it was looked at.
    case roleChanged(Joined)
    /// The invite does not let the person move anything into it: as somebody who may only look, or
    /// because its owner made it so.
    case readOnly(Joined)
    /// All own homes are gone, or there was nothing in them.
    case freshDone(home: ZoneLink)
    /// The decision ended without result; whether everything of the person's is unchanged.
    case ended(isUntouched: Bool)
  }
}
