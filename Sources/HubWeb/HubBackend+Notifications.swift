import Backends
import Hub
import SyncProtocol

extension HubBackend: NotificationBackend {
  package func notifying(of visitor: Visitor) async throws(BackendError) -> NotifyingState {
    let id = visitor.accountID
    return try await ask(pool) {
      let address = try accounts.mailAddress(of: id)
      return NotifyingState(
        switches: try accounts.switches(of: id),
        seen: try accounts.seen(by: id),
        address: address?.address, isConfirmed: address?.confirmedAt != nil)
    }
  }

  package func setSwitches(
    _ switches: [String: Bool], of visitor: Visitor
  ) async throws(BackendError) {
    try await ask(pool) { try accounts.setSwitches(switches, of: visitor.accountID) }
  }

  package func markSeen(_ told: [ToldNote], by visitor: Visitor) async throws(BackendError) {
    try await ask(pool) {
      try accounts.putSeen(told.map { ($0.id, $0.at) }, by: visitor.accountID)
    }
  }

  package func setMailAddress(
    _ address: String, of visitor: Visitor,
    mail: @escaping @Sendable (_ confirm: String, _ stop: String) -> MailDraft
  ) async throws(BackendError) -> MailAddressProblem? {
    try await ask(pool) { () throws -> MailAddressProblem? in
      do {
        try accounts.setMailAddress(address, of: visitor.accountID) { confirm, stop in
          let draft = mail(confirm, stop)
          return (draft.subject, draft.body, draft.stopLink)
        }
        return nil
      } catch let error as MailAddressError {
        switch error {
        case .invalid: return .invalid
        case .kept: return .kept
        case .tooMany: return .tooMany
        }
      }
    }
  }

  package func removeMailAddress(of visitor: Visitor) async throws(BackendError) {
    try await ask(pool) { try accounts.removeMailAddress(of: visitor.accountID) }
  }

  package func confirmMailAddress(_ secret: String) async throws(BackendError) -> Bool {
    try await ask(pool) { try accounts.confirmMailAddress(secret) }
  }

  package func stopMail(_ secret: String) async throws(BackendError) -> Bool {
    try await ask(pool) { try accounts.stopMail(secret) }
  }

  package func mailSummary(for visitor: Visitor) async throws(BackendError) -> MailSummary? {
    try await ask(pool) { () throws -> MailSummary? in
      guard let account = try accounts.account(visitor.accountID), account.isAdministrator,
        !account.isDisabled
      else { return nil }
      let state = try accounts.mailState()
      return MailSummary(
        waiting: state.waiting, sent: state.sent, failed: state.failed, problem: state.problem,
        lastSentAt: state.lastSentAt, lastFailedAt: state.lastFailedAt)
    }
  }
}
