import SQLite
import SyncProtocol
import Values

/// What stands in a person's calendar: each kind has a switch of its own.
package enum CalendarKind: String, CaseIterable, Sendable {
  // Raw values are parts of ids and of switches, and never change.
  case maintenance, warranty, loan, policy
  /// Routines that the person is to do.
  case routine
  /// Routines of everybody in the family, for parents.
  case familyRoutine
  case bill

  package var switchName: String { "calendar." + rawValue }

  /// Whether it is told until the person says otherwise.
  package var isStandard: Bool { self != .familyRoutine }

  /// The kinds that a person has in their calendar.
  ///
  /// - Parameter touched: the switches that they have touched.
  package static func chosen(_ touched: [String: Bool], isChild: Bool) -> Set<CalendarKind> {
    Set(
      allCases.filter { kind in
        (touched[kind.switchName] ?? kind.isStandard) && (!isChild || kind == .routine)
      })
  }
}

/// A day in a person's calendar for other programs.
package struct CalendarEntry: Equatable, Sendable {
  package var kind: CalendarKind
  /// The same each time, made of what it is about.
  package var id: String
  /// `YYYY-MM-DD`.
  package var day: String
  package var summary: String
  package var description: String
  package var location: String
  package var route: Route

  package init(
    _ kind: CalendarKind, id: String, day: String, summary: String, description: String = "",
    location: String = "", _ route: Route
  ) {
    (self.kind, self.id, self.day, self.summary) = (kind, id, day, summary)
    (self.description, self.location, self.route) = (description, location, route)
  }
}

/// What a calendar is read from: one read transaction of the person's replica.
package struct CalendarReader {
  package let connection: Connection
  package let accountID: AccountID
  package let words: Catalogue
  package let landmarks: any Landmarks
  /// The time by the hub's clock, milliseconds since 1970.
  package let now: Int64
  /// Today in the person's time zone.
  package let today: CalendarDay
  /// What the person wants in it.
  package let kinds: Set<CalendarKind>

  package init(
    connection: Connection, accountID: AccountID, words: Catalogue, landmarks: any Landmarks,
    now: Int64, today: CalendarDay, kinds: Set<CalendarKind>
  ) {
    self.connection = connection
    self.accountID = accountID
    self.words = words
    self.landmarks = landmarks
    self.now = now
    self.today = today
    self.kinds = kinds
  }
}

extension Areas {
  /// The most days in a calendar, the earliest first.
  package static let maxCalendarEntries = 5000

  package func calendar(_ reader: CalendarReader) throws -> [CalendarEntry] {
    let found = try all.flatMap { try $0.calendar(reader) }
      .filter { reader.kinds.contains($0.kind) }
    let sorted = found.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    return sorted.prefix(Self.maxCalendarEntries).map(\.element)
  }
}
