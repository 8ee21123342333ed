/// The secret addresses of people's calendars. Only a hub has them: a device has no address that a
/// calendar elsewhere could ask.
package protocol CalendarDoor: Sendable {
  /// The visitor's; `nil` when there is none.
  func calendarFeed(of visitor: Visitor) async throws(DoorError) -> CalendarSummary?
  /// Makes one in place of the one there was; the secret in the answer is not kept anywhere.
  func makeCalendarFeed(for visitor: Visitor) async throws(DoorError) -> String
  func removeCalendarFeed(of visitor: Visitor) async throws(DoorError)
  /// Whose calendar a secret opens, whoever asks; `nil` when nobody's.
  func calendarReader(_ secret: String, address: String) async throws(DoorError) -> Visitor?
}

/// A calendar's address as its owner sees it later. Times are milliseconds since 1970.
package struct CalendarSummary: Equatable, Sendable {
  package var createdAt: Int64
  /// `nil` while nobody has asked for it.
  package var lastUsedAt: Int64?

  package init(createdAt: Int64, lastUsedAt: Int64?) {
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}
