import Backends
import Hub
import SyncProtocol

extension HubBackend: RecoveryBackend {
  package func recovery(for visitor: Visitor) async throws(BackendError) -> RecoverySummary? {
    try await ask(pool) { () throws -> RecoverySummary? in
      guard let account = try accounts.account(visitor.accountID), account.isAdministrator,
        !account.isDisabled, let report = try hub.recovery(), hub.isShown(report)
      else { return nil }
      return RecoverySummary(report)
    }
  }

  package func closeRecovery(by visitor: Visitor) async throws(BackendError) -> Bool {
    try await ask(pool) { () throws -> Bool in
      do {
        try hub.closeRecovery(by: .account(visitor.accountID))
        return true
      } catch AccountError.notAllowed {
        return false
      }
    }
  }
}

extension RecoverySummary {
  init(_ report: RecoveryReport) {
    let voided = report.restore.voided
    self.init(
      restoredAt: report.restore.restoredAt, stateAt: report.restore.stateAt,
      recoveringUntil: report.recoveringUntil, isWaiting: report.isWaiting,
      voided: Voided(
        sessions: voided.sessions, accessTokens: voided.accessTokens,
        calendarLinks: voided.calendarFeeds, invites: voided.invites, offers: voided.offers),
      awaited: report.awaited.map { Device($0) }, returned: report.returned.map { Device($0) })
  }
}

extension RecoverySummary.Device {
  fileprivate init(_ found: RecoveryReport.Device) {
    let device = found.device
    self.init(
      accountID: device.account, person: found.displayName, label: device.label,
      lastUsedAt: device.lastUsedAt, returnedAt: device.returnedAt, taken: device.taken,
      refused: device.refused)
  }
}
