import SyncProtocol

/// How the last restore of this hub went, for its administrators. Only a hub has it.
package protocol RecoveryDoor: Sendable {
  /// `nil` for who is no administrator, and where there was no restore lately.
  func recovery(for visitor: Visitor) async throws(DoorError) -> RecoverySummary?
  /// Ends the wait for what the hub has lost. One that is over stays as it is; of who is no
  /// administrator it answers `false`.
  func closeRecovery(by visitor: Visitor) async throws(DoorError) -> Bool
}

/// What an administrator sees of a restore. Times are milliseconds since 1970.
package struct RecoverySummary: Equatable, Sendable {
  /// A device that was signed in when the backup was made, or that came back after it.
  package struct Device: Equatable, Sendable {
    package var accountID: AccountID
    /// What others see of the person.
    package var person: String
    package var label: String
    /// `nil` for one that was not signed in then.
    package var lastUsedAt: Int64?
    /// `nil` while it is awaited.
    package var returnedAt: Int64?
    /// Changes that came back with it, and those that could not be taken.
    package var taken: Int
    package var refused: Int

    package init(
      accountID: AccountID, person: String, label: String, lastUsedAt: Int64?,
      returnedAt: Int64? = nil, taken: Int = 0, refused: Int = 0
    ) {
      self.accountID = accountID
      self.person = person
      self.label = label
      self.lastUsedAt = lastUsedAt
      self.returnedAt = returnedAt
      self.taken = taken
      self.refused = refused
    }
  }

  /// How much of the backup let somebody in, and does not any more.
  package struct Voided: Equatable, Sendable {
    package var sessions: Int
    package var accessTokens: Int
    package var calendarLinks: Int
    package var invites: Int
    package var offers: Int

    package init(
      sessions: Int, accessTokens: Int, calendarLinks: Int, invites: Int, offers: Int
    ) {
      self.sessions = sessions
      self.accessTokens = accessTokens
      self.calendarLinks = calendarLinks
      self.invites = invites
      self.offers = offers
    }
  }

  package var restoredAt: Int64
  /// Whose state the hub has again; `nil` where nobody knows.
  package var stateAt: Int64?
  package var recoveringUntil: Int64
  package var isWaiting: Bool
  package var voided: Voided
  package var awaited: [Device]
  package var returned: [Device]

  package init(
    restoredAt: Int64, stateAt: Int64?, recoveringUntil: Int64, isWaiting: Bool, voided: Voided,
    awaited: [Device], returned: [Device]
  ) {
    self.restoredAt = restoredAt
    self.stateAt = stateAt
    self.recoveringUntil = recoveringUntil
    self.isWaiting = isWaiting
    self.voided = voided
    self.awaited = awaited
    self.returned = returned
  }
}
