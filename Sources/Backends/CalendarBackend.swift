/// The secret addresses of people's calendars. Only a hub has them: a calendar program elsewhere
/// could not reach a device.
package protocol CalendarBackend: Sendable {
  /// The visitor's calendar address; `nil` when there is none.
  func calendarFeed(of visitor: Visitor) async throws(BackendError) -> CalendarSummary?
  /// Makes an address, which replaces an earlier one, and returns its secret. The secret is not
  /// kept anywhere.
  func makeCalendarFeed(for visitor: Visitor) async throws(BackendError) -> String
  func removeCalendarFeed(of visitor: Visitor) async throws(BackendError)
  /// The person whose calendar a secret opens; `nil` when it opens none. Nobody needs to be signed
  /// in.
  func calendarReader(_ secret: String, address: String) async throws(BackendError) -> Visitor?
}

/// A calendar's address as its owner sees it later. Times are milliseconds since 1970.
package struct CalendarSummary: Equatable, Sendable {
  package var createdAt: Int64
  /// When a program last fetched the calendar; `nil` if none has yet.
  package var lastUsedAt: Int64?

  package init(createdAt: Int64, lastUsedAt: Int64?) {
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}
