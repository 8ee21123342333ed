import FoundationEssentials
import SharingWeb
import Values
import Web

/// One day of a family.
package enum FamilyDayPage {
  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var emoji = ""
    package var day: CalendarDay
    package var isToday = true
    /// When the day that is shown as today ends; `nil` for any other day, which stays.
    package var endsAt: Date?
    /// Whether the person plans and approves.
    package var isParent: Bool
    /// Whether anything can be written now.
    package var canTick = true
    /// Whether nothing of the day can be done yet.
    package var isTooFarAhead = false
    package var columns: [Column]
    /// What waits for approval of other days, beside today.
    package var waitingElsewhere: [Waiting] = []
    /// Whether the family has a routine at all.
    package var hasRoutines = true
    /// What else there is of the family; `nil` beside any day but today.
    package var about: About?

    package init(
      family: ZoneLink, day: CalendarDay, isParent: Bool, columns: [Column] = []
    ) {
      (self.family, self.day, self.isParent, self.columns) = (family, day, isParent, columns)
    }
  }

  /// What somebody did on another day, and no parent has looked at.
  package struct Waiting: Equatable, Sendable {
    package var day: CalendarDay
    /// `nil` for whoever came first.
    package var person: FamilyFigure?
    package var task: Task

    package init(_ day: CalendarDay, _ person: FamilyFigure?, _ task: Task) {
      (self.day, self.person, self.task) = (day, person, task)
    }
  }

  /// What stands below the family's day.
  package struct About: Equatable, Sendable {
    /// What is shared with the family, as far as the person has it.
    package var shared: [ZoneLink] = []
    /// The invites that work; parents see them.
    package var invites: [SharingSection.Invite] = []
    /// What was done today and yesterday, the latest first.
    package var latest: [Latest] = []

    package init() {}
  }

  /// A routine that somebody has done.
  package struct Latest: Equatable, Sendable {
    package var id: String
    package var title: String
    package var name: String
    package var at: Date

    package init(id: String, title: String, name: String, at: Date) {
      (self.id, self.title, self.name, self.at) = (id, title, name, at)
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
    /// In the order in which they are done.
    package var steps: [Step] = []
    package var state = State.open
    /// Who did it, where that is not said by the column.
    package var doneBy: [String] = []
    /// Who has noted it for somebody else.
    package var notedBy: [String] = []
    /// Whether a parent has approved it: no child takes it back then.
    package var isApproved = false
    /// Whether it goes by turns, and others could do it instead.
    package var others: [FamilyFigure] = []
    /// Whether somebody has the turn who can leave it to the next one.
    package var canSkip = false
    /// Who has skipped the turn of the day, or taken it over; it can be taken back.
    package var turnNotes: [TurnNote] = []
    /// How often in a row it was done; 0 where that is not shown.
    package var streak = 0
    /// Whether a photo shows that it was done.
    package var asksPhoto = false
    /// The photos that show it.
    package var proofs: [FamilyImage] = []

    package init(id: String, title: String, personID: String) {
      (self.id, self.title, self.personID) = (id, title, personID)
    }
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
    /// Whether other steps come before it.
    package var comesLater = false
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
    /// When the day ends, and the page shows the next one.
    package var endsAt: Date?
    package var tasks: [FamilyDayPage.Task]
    /// Turns of the day that they have skipped, and that others are still to do.
    package var passedOn: [FamilyDayPage.Task] = []
    package var canTick = true
    package var isAway = false
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
