import Backends
import Hub
import SyncProtocol

extension HubBackend: CalendarBackend {
  package func calendarFeed(of visitor: Visitor) async throws(BackendError) -> CalendarSummary? {
    try await ask(pool) {
      try accounts.calendarFeed(of: visitor.accountID).map {
        CalendarSummary(createdAt: $0.createdAt, lastUsedAt: $0.lastUsedAt)
      }
    }
  }

  package func makeCalendarFeed(for visitor: Visitor) async throws(BackendError) -> String {
    try await ask(pool) { try accounts.makeCalendarFeed(for: visitor.accountID).text }
  }

  package func removeCalendarFeed(of visitor: Visitor) async throws(BackendError) {
    try await ask(pool) { try accounts.removeCalendarFeed(of: visitor.accountID) }
  }

  package func calendarReader(
    _ secret: String, address: String
  ) async throws(BackendError) -> Visitor? {
    try await ask(pool) {
      try accounts.verifyCalendarSecret(secret, address: address).map { account in
        // Nobody is signed in: the secret gives access to the calendar and nothing else.
        Visitor(
          accountID: account.id, sessionID: "", name: account.name,
          displayName: account.displayName, isAdministrator: false)
      }
    }
  }
}
