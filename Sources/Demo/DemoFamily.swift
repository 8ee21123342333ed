import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// The made-up family of the demonstration: two parents, and three children of different age.
package struct DemoFamily: Sendable {
  package enum Person: String, CaseIterable, Sendable {
    case robin, alex, mia, jonas, ella

    package var role: FamilyRole { self == .robin || self == .alex ? .parent : .child }

    /// What the family calls them.
    package var displayName: String {
      switch self {
      case .robin: "Robin Winter"
      case .alex: "Alex Okafor"
      case .mia: "Mia"
      case .jonas: "Jonas"
      case .ella: "Ella"
      }
    }

    var face: String {
      switch self {
      case .robin: "🦊"
      case .alex: "🐻"
      case .mia: "🦋"
      case .jonas: "🦖"
      case .ella: "🦄"
      }
    }

    /// Of ten days, on how many they do what is theirs.
    var diligence: Int {
      switch self {
      case .robin, .alex: 9
      case .mia: 8
      case .jonas: 7
      case .ella: 9
      }
    }
  }

  /// Something that they do again and again.
  package struct Task: Sendable {
    var title: String
    var emoji: String
    var part: RoutineDetails.PartOfDay
    var people: [Person]
    var mode = RoutinePlan.Mode.each
    var days = Weekdays.all
    /// So many days after it was done; `nil` for days of the week.
    var afterDays: Int64?
    var steps: [(emoji: String, title: String)] = []
    var inOrder = false
    var isFirst = false
    var asksApproval = false
  }

  /// For so many days the family has done it, today included.
  package static let dayCount = 28

  static let name = "Winter & Okafor"
  static let timeZone = "Europe/Berlin"

  /// Monday to Friday.
  private static let school = Weekdays.days(0..<5)

  package static let tasks: [Task] = [
    Task(
      title: "Get dressed", emoji: "👕", part: .morning, people: [.jonas, .ella],
      steps: [("🩲", "Underwear"), ("👖", "Trousers"), ("👕", "Shirt"), ("🧦", "Socks")],
      inOrder: true, isFirst: true),
    Task(
      title: "Brush teeth", emoji: "🪥", part: .morning, people: [.mia, .jonas, .ella],
      steps: [("⬆️", "Top"), ("⬇️", "Bottom"), ("💧", "Rinse")]),
    Task(
      title: "Make the bed", emoji: "🛏️", part: .morning, people: [.mia], asksApproval: true),
    Task(
      title: "Pack the school bag", emoji: "🎒", part: .morning, people: [.mia, .jonas],
      days: school, steps: [("📚", "Books"), ("✏️", "Pencil case"), ("🥪", "Lunch box")]),
    Task(
      title: "Water the plants", emoji: "🪴", part: .afternoon, people: [.robin, .alex, .mia],
      mode: .anyone, afterDays: 3),
    Task(
      title: "Tidy the room", emoji: "🧸", part: .afternoon, people: [.mia, .jonas, .ella],
      days: .days([2, 5]),
      steps: [("📦", "Toys away"), ("👚", "Clothes away"), ("🛏️", "Make the bed")],
      asksApproval: true),
    Task(
      title: "Take out the bins", emoji: "🗑️", part: .evening, people: [.alex, .robin, .mia],
      mode: .turns, days: .days([1, 4])),
    Task(
      title: "Set the table", emoji: "🍽️", part: .evening, people: [.mia, .jonas, .ella],
      mode: .turns, steps: [("🍽️", "Plates"), ("🍴", "Forks and knives"), ("🥛", "Glasses")]),
    Task(
      title: "Ready for bed", emoji: "🌙", part: .evening, people: [.jonas, .ella],
      steps: [("🛁", "Wash"), ("🪥", "Brush teeth"), ("👚", "Pyjamas"), ("📖", "A story")]),
  ]

  /// The day on which the plans begin.
  static func firstDay(before today: CalendarDay) -> CalendarDay { today.adding(1 - dayCount) }

  /// Whether somebody did what was theirs. It differs from day to day, and is the same each time a
  /// demonstration is made.
  static func isDone(_ number: Int, of person: Person, daysAgo: Int) -> Bool {
    let place = Person.allCases.firstIndex(of: person) ?? 0
    return (daysAgo * 7 + number * 3 + place * 5) % 10 < person.diligence
  }
}

/// Founds the family of the demonstration.
package struct MakeDemoFamily: Sendable {
  package init() {}

  package func callAsFunction(_ transaction: WriteTransaction) throws -> ZoneID {
    var details = FamilyDetails(name: DemoFamily.name)
    (details.emoji, details.timeZone) = ("🏡", DemoFamily.timeZone)
    return try CreateFamily(details)(transaction).id
  }
}

/// Gives everybody in it a face, and the family its routines and absences.
package struct PlanDemoFamily: Sendable {
  package var familyID: ZoneID
  package var accounts: [DemoFamily.Person: AccountID]
  package var today: CalendarDay

  package init(
    _ familyID: ZoneID, accounts: [DemoFamily.Person: AccountID], today: CalendarDay
  ) {
    (self.familyID, self.accounts, self.today) = (familyID, accounts, today)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    for (number, person) in DemoFamily.Person.allCases.enumerated() {
      var face = FaceDetails()
      (face.emoji, face.colorIndex) = (person.face, number * 2)
      try SetFace(familyID: familyID, accountID: try account(person), details: face)(transaction)
    }
    let start = DemoFamily.firstDay(before: today)
    for (number, task) in DemoFamily.tasks.enumerated() {
      var details = RoutineDetails(title: task.title)
      (details.emoji, details.colorIndex) = (task.emoji, (number * 5 + 1) % 12)
      (details.partOfDay, details.isFirst) = (task.part, task.isFirst)
      details.asksApproval = task.asksApproval
      let schedule =
        task.afterDays.map { RoutineSchedule(.afterDone, everyCount: $0, from: start) }
        ?? RoutineSchedule(.weekdays, weekdays: task.days, from: start)
      let plan = RoutinePlan(schedule, task.mode, people: try task.people.map(account))
      let steps = task.steps.map { RoutineStep(id: "", title: $0.title, emoji: $0.emoji) }
      try AddRoutine(familyID: familyID, details, plan, steps: steps, inOrder: task.inOrder)(
        transaction)
    }
    for (person, days, note) in [
      (DemoFamily.Person.alex, -12 ... -9, "Work in Hamburg"), (.mia, 5...11, "School trip"),
    ] {
      var details = AbsenceDetails(
        from: today.adding(days.lowerBound).text, through: today.adding(days.upperBound).text)
      details.note = note
      try AddAbsence(familyID: familyID, personID: try account(person), details: details)(
        transaction)
    }
  }

  private func account(_ person: DemoFamily.Person) throws -> AccountID {
    guard let account = accounts[person] else { throw FamilyFailure.personNotFound }
    return account
  }
}

/// Ticks what one person has done in some days. Of the last day only the morning is over.
package struct TickDemoFamily: Sendable {
  package var familyID: ZoneID
  package var person: DemoFamily.Person
  package var today: CalendarDay
  /// How many days ago, the earliest last.
  package var daysAgo: Range<Int>

  package init(
    _ familyID: ZoneID, _ person: DemoFamily.Person, today: CalendarDay, daysAgo: Range<Int>
  ) {
    (self.familyID, self.person) = (familyID, person)
    (self.today, self.daysAgo) = (today, daysAgo)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let account = transaction.accountID
    for ago in daysAgo.reversed() {
      let day = today.adding(-ago)
      let board = try DayBoard(of: familyID, on: day, in: transaction.connection)
      for entry in board.entries where entry.personID ?? account == account {
        let details = entry.routine.details
        let number = DemoFamily.tasks.firstIndex { $0.title == details.title } ?? 0
        let isAble = entry.routine.plan.people.contains(account) && !board.away.contains(account)
        guard isAble, entry.state == .open else { continue }
        if ago == 0 {
          guard details.partOfDay == .morning else { continue }
          // Somebody has just begun.
          let step = entry.orderedSteps.first { !$0.isDone }?.id
          try TickRoutine(
            routineID: entry.routine.id, day: day, personID: account,
            stepID: person == .jonas ? step : nil, today: today)(transaction)
        } else if DemoFamily.isDone(number, of: person, daysAgo: ago) {
          try TickRoutine(
            routineID: entry.routine.id, day: day, personID: account, today: today)(transaction)
        }
      }
    }
  }
}

/// Approves what waits, but for what was done last: that is for whoever looks at the demonstration.
package struct ApproveDemoFamily: Sendable {
  package var familyID: ZoneID
  package var today: CalendarDay

  package init(_ familyID: ZoneID, today: CalendarDay) {
    (self.familyID, self.today) = (familyID, today)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    for ago in (2..<DemoFamily.dayCount).reversed() {
      let day = today.adding(-ago)
      let board = try DayBoard(of: familyID, on: day, in: transaction.connection)
      for entry in board.entries where entry.state == .waiting {
        guard let person = entry.personID ?? entry.doneBy.first else { continue }
        try ApproveRoutine(
          routineID: entry.routine.id, day: day, personID: person, today: today)(transaction)
      }
    }
  }
}
