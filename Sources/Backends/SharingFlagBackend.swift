/// Who may share at this hub, for its administrators. Only a hub has it.
package protocol SharingFlagBackend: Sendable {
  /// The gate and its earlier versions; `nil` when the visitor is no administrator.
  func sharingFlags(for visitor: Visitor) async throws(BackendError) -> SharingFlagSummary?
  /// Changes the gate. Returns `nil` when it was changed, and otherwise the reason why not.
  func changeSharingFlags(
    _ wish: SharingFlagWish, by visitor: Visitor
  ) async throws(BackendError) -> SharingFlagProblem?
}

/// To whom sharing is open.
package enum SharingFlagState: String, CaseIterable, Sendable {
  case open, cohort, closed, killed
}

/// What an administrator sees of the gate. Times are milliseconds since 1970.
package struct SharingFlagSummary: Equatable, Sendable {
  /// One version of the gate.
  package struct Version: Equatable, Sendable {
    package var number: Int64
    package var state: SharingFlagState
    package var percent: Int
    /// How many accounts are listed by name, in addition to `percent`.
    package var listedCount: Int
    package var allowsOverride: Bool
    /// Whether shared homes are hidden as well while the state is `killed`.
    package var hidesShared: Bool
    package var changedAt: Int64
    /// Who changed the gate; empty for the command line.
    package var changedBy: String

    package init(
      number: Int64, state: SharingFlagState, percent: Int, listedCount: Int, allowsOverride: Bool,
      hidesShared: Bool = false, changedAt: Int64, changedBy: String
    ) {
      self.number = number
      self.state = state
      self.percent = percent
      self.listedCount = listedCount
      self.allowsOverride = allowsOverride
      self.hidesShared = hidesShared
      self.changedAt = changedAt
      self.changedBy = changedBy
    }
  }

  package var current: Version
  /// The names of the accounts that are listed now.
  package var names: [String]
  /// The versions, newest first, without the very first one.
  package var history: [Version]
  /// Whether the hub was started with sharing switched on.
  package var isStarted: Bool

  package init(current: Version, names: [String], history: [Version], isStarted: Bool = true) {
    self.current = current
    self.names = names
    self.history = history
    self.isStarted = isStarted
  }
}

/// A change that an administrator wants for the gate. `nil` leaves a part as it is.
package struct SharingFlagWish: Equatable, Sendable {
  package var state: SharingFlagState
  package var percent: Int?
  package var names: [String]?
  package var allowsOverride: Bool?
  /// Has an effect only when the state is `killed`.
  package var hidesShared: Bool?

  package init(
    _ state: SharingFlagState, percent: Int? = nil, names: [String]? = nil,
    allowsOverride: Bool? = nil,
    hidesShared: Bool? = nil
  ) {
    self.state = state
    self.percent = percent
    self.names = names
    self.allowsOverride = allowsOverride
    self.hidesShared = hidesShared
  }
}

/// Why the gate was not changed.
package enum SharingFlagProblem: Error, Equatable, Sendable {
  case percentOutOfRange
  case noSuchAccount(String)
  case tooManyNames(max: Int)
  /// Only administrators may.
  case notAllowed
}
