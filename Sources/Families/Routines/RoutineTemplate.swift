import SyncProtocol
import Values

/// A routine that many families have, to begin with. Its words are those of whoever begins with it,
/// and become the family's own.
package enum RoutineTemplate: String, CaseIterable, Equatable, Sendable {
  case morning, school, table, animal, tidying, evening

  package var emoji: String {
    switch self {
    case .morning: "🌅"
    case .school: "🎒"
    case .table: "🍽️"
    case .animal: "🐾"
    case .tidying: "🧸"
    case .evening: "🌙"
    }
  }

  package var colorIndex: Int {
    switch self {
    case .morning: 1
    case .school: 4
    case .table: 7
    case .animal: 3
    case .tidying: 9
    case .evening: 5
    }
  }

  package var partOfDay: RoutineDetails.PartOfDay {
    switch self {
    case .morning, .school: .morning
    case .tidying: .afternoon
    case .table, .evening: .evening
    case .animal: .any
    }
  }

  /// Days of the week, 0 for Monday.
  package var weekdays: Weekdays { self == .school ? .days(0..<5) : .all }

  /// Whether one after the other has the turn.
  package var mode: RoutinePlan.Mode {
    switch self {
    case .table, .animal: .turns
    case .morning, .school, .tidying, .evening: .each
    }
  }

  package var inOrder: Bool { self == .morning || self == .evening }

  /// For whom it is and when: for the children, if there are any, from a day on.
  package func plan(among people: [FamilyPerson], from day: CalendarDay) -> RoutinePlan {
    let children = people.filter { $0.role == .child }
    return RoutinePlan(
      RoutineSchedule(.weekdays, weekdays: weekdays, from: day), mode,
      people: (children.isEmpty ? people : children).map(\.id))
  }
}
