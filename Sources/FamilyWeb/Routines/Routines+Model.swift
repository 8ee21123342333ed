import Values
import Web

/// The routines of a family.
package enum RoutinesPage {
  package struct Row: Equatable, Sendable {
    package var id: String
    package var title: String
    package var emoji = ""
    package var colour = PaletteColour.teal
    package var part = FamilyDayPage.Part.any
    package var when: When
    package var mode: Mode
    package var people: [FamilyFigure] = []
    package var stepCount = 0

    package init(id: String, title: String, when: When, mode: Mode) {
      (self.id, self.title, self.when, self.mode) = (id, title, when, mode)
    }
  }

  /// What a new routine can begin with.
  package struct Template: Equatable, Sendable {
    package var id: String
    package var emoji: String
    package var title: String
  }

  /// When a routine is due.
  package enum When: Equatable, Sendable {
    /// Days of the week, 0 for Monday.
    case weekdays([Int])
    case everyDays(Int)
    case afterDone(Int)
  }

  package enum Mode: String, CaseIterable, Equatable, Sendable {
    case each, anyone, turns
  }

  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var rows: [Row]
    package var archived: [Row] = []
    package var canPlan: Bool

    package init(family: ZoneLink, rows: [Row] = [], canPlan: Bool) {
      (self.family, self.rows, self.canPlan) = (family, rows, canPlan)
    }
  }
}

/// The form of a routine.
package enum RoutineFormPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    /// Empty for a new one.
    package var routineID = ""
    package var values: FormValues<FormName>
    package var version = ""
    package var people: [FamilyFigure]
    /// Whom it is for.
    package var chosen: Set<String>
    /// Days of the week, 0 for Monday.
    package var weekdays: Set<Int>
    package var colour: PaletteColour
    package var isArchived = false
    /// The stars that go with it when it is deleted.
    package var starsLost = 0
    /// Whether little enough was done of it.
    package var canBeDeleted = true
    /// Whether templates can be chosen, since nothing was typed yet.
    package var offersTemplates = false
    /// Whether the family has stars.
    package var hasStars = false
    /// Somebody else has changed the same meanwhile; the form shows what was typed.
    package var isStale = false

    package init(
      family: ZoneLink, values: FormValues<FormName>, people: [FamilyFigure], chosen: Set<String>,
      weekdays: Set<Int>, colour: PaletteColour = .teal
    ) {
      (self.family, self.values, self.people) = (family, values, people)
      (self.chosen, self.weekdays, self.colour) = (chosen, weekdays, colour)
    }
  }
}

extension FormName {
  static let partOfDay = FormName(rawValue: "partOfDay")
  static let isFirst = FormName(rawValue: "isFirst")
  static let asksPhoto = FormName(rawValue: "asksPhoto")
  static let requiredFirst = FormName(rawValue: "requiredFirst")
  static let stars = FormName(rawValue: "stars")
  static let asksApproval = FormName(rawValue: "asksApproval")
  static let inOrder = FormName(rawValue: "inOrder")
  static let people = FormName(rawValue: "people")
  static let weekdays = FormName(rawValue: "weekdays")
  static let kind = FormName(rawValue: "kind")
  static let everyCount = FormName(rawValue: "everyCount")
  static let mode = FormName(rawValue: "mode")
  static let begins = FormName(rawValue: "begins")
  static let steps = FormName(rawValue: "steps")
}
