import Families
import Web

/// A routine that many families have, to begin with. Its words are those of the page's language, and
/// become the family's own with the first change.
package enum RoutineTemplate: String, CaseIterable, Equatable, Sendable {
  case morning, school, table, animal, tidying, evening

  var emoji: String {
    switch self {
    case .morning: "🌅"
    case .school: "🎒"
    case .table: "🍽️"
    case .animal: "🐾"
    case .tidying: "🧸"
    case .evening: "🌙"
    }
  }

  var colorIndex: Int {
    switch self {
    case .morning: 1
    case .school: 4
    case .table: 7
    case .animal: 3
    case .tidying: 9
    case .evening: 5
    }
  }

  var partOfDay: RoutineDetails.PartOfDay {
    switch self {
    case .morning, .school: .morning
    case .tidying: .afternoon
    case .table, .evening: .evening
    case .animal: .any
    }
  }

  /// Days of the week, 0 for Monday.
  var weekdays: Weekdays { self == .school ? .days(0..<5) : .all }

  /// Whether one after the other has the turn.
  var mode: RoutinePlan.Mode {
    switch self {
    case .table, .animal: .turns
    case .morning, .school, .tidying, .evening: .each
    }
  }

  var inOrder: Bool { self == .morning || self == .evening }

  /// The steps, one on each line as the form has them.
  func steps(_ words: Catalogue) -> [RoutineStep] {
    words.templateSteps(self).split(separator: "\n").map { RoutineStep(line: String($0)) }
  }

  func details(_ words: Catalogue) -> RoutineDetails {
    var details = RoutineDetails(title: words.templateTitle(self))
    (details.emoji, details.colorIndex, details.partOfDay) = (emoji, colorIndex, partOfDay)
    return details
  }
}
