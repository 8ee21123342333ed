import SQLite
import SyncProtocol
import Values

/// The days on which repeating expenses come in the groups that a person is a member of, without
/// their amounts.
package struct BillCalendar: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let repeatingID: RecordID
    package let groupID: ZoneID
    package let group: String
    package let title: String
    package let day: CalendarDay
  }

  /// How many days ahead are told.
  package static let days = 366
  /// The most entries, the earliest first.
  package static let maxEntries = 2000

  package let entries: [Entry]

  package init(
    for account: AccountID, from today: CalendarDay, in connection: Connection
  ) throws {
    let last = CalendarDay(daysSince1970: today.daysSince1970 + Self.days - 1)
    let groups = try connection.query(
      """
      SELECT g.id, g.name FROM groups AS g WHERE g.isArchived = 0 AND EXISTS (
        SELECT 1 FROM groupMembers AS m WHERE m.groupID = g.id AND m.accountID = ?)
        ORDER BY g.id
      """, .text(account)
    ) { (id: $0.text(0), name: $0.text(1)) }
    var found: [Entry] = []
    for group in groups {
      for repeating in try RepeatingExpense.of(group.id, in: connection) {
        found += Self.days(of: repeating, today...last).map {
          Entry(
            repeatingID: repeating.id, groupID: group.id, group: group.name,
            title: repeating.details.title, day: $0)
        }
      }
    }
    let sorted = found.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    entries = sorted.prefix(Self.maxEntries).map(\.element)
  }

  private static func days(
    of repeating: RepeatingExpense, _ range: ClosedRange<CalendarDay>
  ) -> [CalendarDay] {
    let details = repeating.details
    guard !details.isPaused, let schedule = details.schedule,
      let next = repeating.row.nextOn.flatMap({ CalendarDay($0) })
    else { return [] }
    let end = details.endsOn.flatMap { CalendarDay($0) } ?? range.upperBound
    var days: [CalendarDay] = []
    var day = schedule.next(from: max(next, range.lowerBound))
    while let found = day, found <= range.upperBound, found <= end {
      days.append(found)
      day = schedule.next(after: found)
    }
    return days
  }
}
