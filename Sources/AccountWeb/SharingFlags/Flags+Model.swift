import FoundationEssentials
import Web

/// Who may share at this hub, how that came to be, and the switch for an emergency.
package enum FlagsPage {
  package enum Field: String, CaseIterable, Sendable { case percent, names }

  /// One change: what it was before and after.
  package struct Change: Equatable, Sendable {
    package var number: Int64
    package var old: State
    package var new: State
    /// `nil` for the command line.
    package var changedBy: String?
    package var at: Date
  }

  /// To whom sharing is or was open.
  package struct State: Equatable, Sendable {
    package var state: SharingFlagState
    /// The size of a cohort, in per cent.
    package var percent: Int
    package var listedCount: Int
    /// Whether a pause also hides shared homes.
    package var hidesShared: Bool

    package init(
      _ state: SharingFlagState, percent: Int = 100, listedCount: Int = 0, hidesShared: Bool = false
    ) {
      self.state = state
      self.percent = percent
      self.listedCount = listedCount
      self.hidesShared = hidesShared
    }
  }

  /// How mail stands.
  package enum Mail: Equatable, Sendable {
    /// This Hearth sends none.
    case off
    case on(MailSummary)
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// `nil` where that is not known.
    package var mail: Mail?
    package var current: State
    /// What is chosen in the form.
    package var chosen: SharingFlagState
    package var values: FormValues<Field>
    package var allowsOverride: Bool
    /// What is chosen in the form; offered while sharing is paused.
    package var hidesShared: Bool
    package var isStarted: Bool
    /// The newest change first.
    package var changes: [Change]

    package init(
      current: State, chosen: SharingFlagState? = nil, values: FormValues<Field>,
      allowsOverride: Bool = false, isStarted: Bool = true, changes: [Change] = []
    ) {
      self.current = current
      self.chosen = chosen ?? current.state
      self.values = values
      self.allowsOverride = allowsOverride
      self.hidesShared = current.hidesShared
      self.isStarted = isStarted
      self.changes = changes
    }
  }
}

/// Asks before everything that is shared is paused.
package enum KillSharingPage {}
