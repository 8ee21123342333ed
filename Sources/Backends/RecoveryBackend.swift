import SyncProtocol

/// The state of this hub's last restore, for its administrators. Only a hub has it.
package protocol RecoveryBackend: Sendable {
  /// The last restore; `nil` when the visitor is no administrator or there was none lately.
  func recovery(for visitor: Visitor) async throws(BackendError) -> RecoverySummary?
  /// Ends the wait for devices that can hand back what the hub has lost. A wait that is over stays
  /// as it is. Returns `false` when the visitor is no administrator.
  func closeRecovery(by visitor: Visitor) async throws(BackendError) -> Bool
}

/// What an administrator sees of a restore. Times are milliseconds since 1970.
package struct RecoverySummary: Equatable, Sendable {
  /// A device that was signed in when the backup was made, or that returned after the restore.
  package struct Device: Equatable, Sendable {
    package var accountID: AccountID
    /// The person's name, as others see it.
    package var person: String
    package var label: String
    /// When the device was last used; `nil` when it was not signed in at the time of the backup.
    package var lastUsedAt: Int64?
    /// When the device returned; `nil` while it is awaited.
    package var returnedAt: Int64?
    /// How many of the changes that the device handed back were accepted; `refused` counts the
    /// others.
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

  /// How many things in the backup gave access and are no longer valid.
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
  /// The moment whose state the hub has again; `nil` when it is not known.
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
