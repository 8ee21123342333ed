import Household
import SQLite
import SyncProtocol
import Values

/// A week of a family: what is due on each day and what is done of it, for everybody or for one
/// person.
package struct FamilyWeek: Equatable, Sendable {
  package let people: [FamilyPerson]
  package let days: [Day]

  package struct Day: Equatable, Sendable {
    package let day: CalendarDay
    /// Who is away, of those whose week it is.
    package let away: Set<AccountID>
    /// In the order of the day.
    package let entries: [DayBoard.Entry]
    /// How many there are, with those that are left out.
    package let entryCount: Int
  }

  /// More of one day are left out, the last ones of it.
  package static let maxEntries = 200

  /// - Parameters:
  ///   - range: at most some weeks.
  ///   - person: whose week it is; `nil` for everybody's. Of a person there is what they are to do,
  ///     or may, and what they have done for others.
  package init(
    of family: ZoneID, on range: ClosedRange<CalendarDay>, for person: AccountID? = nil,
    in connection: Connection
  ) throws {
    people = try FamilyPerson.all(of: family, in: connection)
    let members = Set(people.map(\.id))
    days = try (range.lowerBound.daysSince1970...range.upperBound.daysSince1970).map { number in
      let board = try DayBoard(
        of: family, on: CalendarDay(daysSince1970: number), in: connection)
      let entries = board.entries.filter { entry in
        entry.stays(among: members)
          && person.map { entry.isFor($0) || entry.doneBy.contains($0) } ?? true
      }
      return Day(
        day: board.day, away: board.away.filter { person == nil || $0 == person },
        entries: Array(entries.prefix(Self.maxEntries)), entryCount: entries.count)
    }
  }
}

extension DayBoard.Entry {
  /// Whether it is told in a week. Of somebody who has left there is what they have done; the rest
  /// nobody does or approves any more.
  package func stays(among members: Set<AccountID>) -> Bool {
    personID.map(members.contains) != false || state == .done
  }
}
