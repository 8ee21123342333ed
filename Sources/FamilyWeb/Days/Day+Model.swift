import Values
import Web

/// One day of a family.
package enum FamilyDayPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var emoji = ""
    package var day: CalendarDay
    package var isToday = true
    /// Whether the person plans and approves.
    package var isParent: Bool
    /// Whether anything can be written now.
    package var canTick = true
    package var columns: [Column]
    /// Whether the family has a routine at all.
    package var hasRoutines = true

    package init(
      family: ZoneLink, day: CalendarDay, isParent: Bool, columns: [Column] = []
    ) {
      (self.family, self.day, self.isParent, self.columns) = (family, day, isParent, columns)
    }
  }

  /// What one person has to do; or, without one, whoever comes first.
  package struct Column: Equatable, Sendable {
    package var person: FamilyFigure?
    package var isAway = false
    package var tasks: [Task]

    package init(_ person: FamilyFigure?, tasks: [Task] = []) {
      (self.person, self.tasks) = (person, tasks)
    }

    var doneCount: Int { tasks.count { $0.state != .open } }
  }

  /// A routine on the day.
  package struct Task: Equatable, Sendable {
    package var id: String
    package var title: String
    package var emoji = ""
    package var colour = PaletteColour.teal
    package var part = Part.any
    /// For whom ticks are noted; the person who looks, where anyone may.
    package var personID: String
    package var steps: [Step] = []
    package var state = State.open
    /// Who did it, where that is not said by the column.
    package var doneBy: [String] = []
    /// Whether it goes by turns, and others could do it instead.
    package var others: [FamilyFigure] = []
    /// Who has skipped the turn of the day, or taken it over; it can be taken back.
    package var turnNotes: [TurnNote] = []
    /// How often in a row it was done; 0 where that is not shown.
    package var streak = 0
    package var inOrder = false
    /// Whether the required steps come before the others.
    package var requiredFirst = false
    /// Whether a photo shows that it was done.
    package var asksPhoto = false
    /// The photos that show it.
    package var proofs: [FamilyImage] = []

    package init(id: String, title: String, personID: String) {
      (self.id, self.title, self.personID) = (id, title, personID)
    }
  }

  /// The steps in the order in which they are done, and the one that can be done now; `nil` for
  /// any.
  static func order(_ task: Task) -> (steps: [Step], next: Set<String>?) {
    var steps = task.steps
    if task.requiredFirst {
      steps = steps.filter { !$0.isOptional } + steps.filter(\.isOptional)
    }
    let open = steps.filter { !$0.isDone }
    if task.inOrder { return (steps, Set(open.prefix(1).map(\.id))) }
    let required = open.filter { !$0.isOptional }
    guard task.requiredFirst, !required.isEmpty else { return (steps, nil) }
    return (steps, Set(required.map(\.id)))
  }

  package struct TurnNote: Equatable, Sendable {
    package var name: String
    /// Who does it; `nil` if the turn was skipped.
    package var other: String?

    package init(_ name: String, other: String? = nil) { (self.name, self.other) = (name, other) }
  }

  package struct Step: Equatable, Sendable {
    package var id: String
    package var title: String
    package var emoji: String
    package var isDone: Bool
    package var isOptional = false
    package var image: FamilyImage?

    package init(id: String, title: String, emoji: String = "", isDone: Bool = false) {
      (self.id, self.title, self.emoji, self.isDone) = (id, title, emoji, isDone)
    }
  }

  package enum State: String, CaseIterable, Equatable, Sendable {
    case open, waiting, done
  }

  package enum Part: String, CaseIterable, Equatable, Sendable {
    case morning, afternoon, evening, any
  }
}

/// One person's day, for somebody who does not read yet.
package enum OwnDayPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var person: FamilyFigure
    package var day: CalendarDay
    package var tasks: [FamilyDayPage.Task]
    package var canTick = true
    /// Whether it is shown at the family's tablet, to a child that has picked its face.
    package var isAtTablet = false
    /// The photo that was not taken, and why.
    package var refused: RefusedFiles?
    /// The stars that they have; `nil` in a family without stars.
    package var stars: Int64?
    /// A child sees nothing but their own day around it.
    package var isChild: Bool
    /// What stands at the foot of a child's pages.
    package var links: [NavigationLink] = []
    /// Whether the day of everybody, with the whole program around it, is one step away: for a
    /// child with an account of its own.
    package var hasWayOut = true

    package init(
      family: ZoneLink, person: FamilyFigure, day: CalendarDay,
      tasks: [FamilyDayPage.Task] = [], isChild: Bool = false
    ) {
      (self.family, self.person, self.day) = (family, person, day)
      (self.tasks, self.isChild) = (tasks, isChild)
    }
  }
}
