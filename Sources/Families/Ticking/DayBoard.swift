import Household
import SQLite
import SyncProtocol
import Values

/// One day of a family: which routine is due for whom, and what is done of it.
///
/// It is derived from the records whenever it is read. What it costs depends on the routines, not
/// on how long the family has had them: only days of turns are counted, and only their notes are
/// read.
package struct DayBoard: Equatable, Sendable {
  package let familyID: ZoneID
  package let day: CalendarDay
  package let people: [FamilyPerson]
  /// Who is away on the day.
  package let away: Set<AccountID>
  /// In the order of the day: what comes first before all else, then by the part of the day.
  package let entries: [Entry]

  /// A routine that is due, for one person or for whoever comes first.
  package struct Entry: Equatable, Sendable, Identifiable {
    package let routine: Routine
    /// Who is to do it; `nil` for whoever comes first, and where everybody whose turn it could be
    /// is away or has skipped.
    package let personID: AccountID?
    package var steps: [Step]
    /// Who has done something of it, in the order in which it was first noted.
    package var doneBy: [AccountID]
    /// Who has noted it for somebody else.
    package var notedBy: [AccountID] = []
    package var state: State
    /// The events that untick it as a whole when they are taken back.
    package var eventIDs: [RecordID]
    /// What parents have approved of it.
    package var approvals: [RoutineApproval]
    /// Whether `personID` has the turn by the plan of now. Of a day before the plan was changed,
    /// and of one on which the routine is not due any more, there is only what was done.
    package var hasTurn = false
    /// Who has skipped or swapped the turn of the day.
    package var turnNotes: [RoutineEvent]

    package var id: String { routine.id + (personID ?? "") }

    /// Whether somebody is to do it, or may: where whoever comes first does it, who is in its plan.
    package func isFor(_ person: AccountID) -> Bool {
      personID == person || personID == nil && routine.plan.people.contains(person)
    }

    package var doneCount: Int { steps.count(where: \.isDone) }

    /// The same with nothing done of it.
    var untouched: Entry {
      var entry = self
      (entry.doneBy, entry.state, entry.eventIDs) = ([], .open, [])
      (entry.notedBy, entry.approvals) = ([], [])
      for index in entry.steps.indices { entry.steps[index].eventIDs = [] }
      return entry
    }
  }

  package struct Step: Equatable, Sendable, Identifiable {
    package let step: RoutineStep
    package var eventIDs: [RecordID]
    /// By whom it was done; several if several tablets have noted it at once.
    package var doneBy: [AccountID] = []
    package var isDone: Bool { !eventIDs.isEmpty }
    package var id: RecordID { step.id }
  }

  package enum State: String, CaseIterable, Sendable {
    case open
    /// Done, and to be looked at by a parent.
    case waiting
    case done
  }

  package init(of family: ZoneID, on day: CalendarDay, in connection: Connection) throws {
    familyID = family
    self.day = day
    let people = try FamilyPerson.all(of: family, in: connection)
    self.people = people
    let events = try RoutineEvent.counting(
      RoutineEvent.about(day...day, of: family, in: connection))
    let byRoutine = Dictionary(grouping: events, by: \.routineID)
    let approvals = Dictionary(
      grouping: try RoutineApproval.about(day...day, of: family, in: connection),
      by: \.routineID)
    let members = Set(people.map(\.id))
    let hasStars = try Family.find(family, in: connection)?.details.hasStars ?? false
    var routines = try Routine.of(family, in: connection)
    // Of what was archived there is what was done.
    let shown = Set(routines.map(\.id))
    routines += try byRoutine.keys.sorted().filter { !shown.contains($0) }.compactMap {
      try Routine.find($0, in: connection)
    }
    let absences = try Self.absences(of: family, for: routines, on: day, in: connection)
    away = Absence.away(on: day, absences)
    var entries: [Entry] = []
    for routine in routines {
      entries += try Self.entries(
        of: routine, on: day,
        Notes(
          members: members, absences: absences, events: byRoutine[routine.id] ?? [],
          approvals: approvals[routine.id] ?? [], hasStars: hasStars), connection)
    }
    self.entries =
      entries.filter(\.routine.details.isFirst)
      + entries.filter { !$0.routine.details.isFirst }
  }

  /// What is known of a day and of one routine.
  struct Notes {
    var members: Set<AccountID>
    /// As ``DayBoard/absences(of:for:on:in:)`` reads them.
    var absences: [Absence]
    /// Those that count, about this routine on this day.
    var events: [RoutineEvent]
    /// All about this routine on this day.
    var approvals: [RoutineApproval]
    var hasStars: Bool
  }

  /// The entries of one routine on a day.
  static func entries(
    of routine: Routine, on day: CalendarDay, _ notes: Notes, _ connection: Connection
  ) throws -> [Entry] {
    let hasTurn = routine.plan.mode == .turns && day >= routine.plan.turnsFrom
    let due = try due(routine, on: day, notes, connection).map { person in
      var entry = entry(routine, person, notes)
      entry.hasTurn = hasTurn
      return entry
    }
    return due + done(routine, besides: due, notes)
  }

  /// What was done of a routine on a day on which it is not due any more, or not for who did it:
  /// the plan was changed meanwhile, or it was archived.
  private static func done(_ routine: Routine, besides due: [Entry], _ notes: Notes) -> [Entry] {
    let active = people(of: notes.events.filter { $0.kind == .done })
    let people: [AccountID?]
    switch routine.plan.mode {
    case .each: people = active.filter { person in !due.contains { $0.personID == person } }
    case .anyone: people = due.isEmpty && !active.isEmpty ? [nil] : []
    case .turns:
      people = due.isEmpty && !active.isEmpty ? [active.first(where: notes.members.contains)] : []
    }
    return people.map { entry(routine, $0, notes) }.filter { $0.state != .open }
  }

  /// For whom a routine is due on a day: people, or `nil` for whoever comes first.
  private static func due(
    _ routine: Routine, on day: CalendarDay, _ notes: Notes, _ connection: Connection
  ) throws -> [AccountID?] {
    if routine.details.isArchived { return [] }
    let (plan, events, members) = (routine.plan, notes.events, notes.members)
    let away = Absence.away(on: day, notes.absences)
    let able = plan.people.filter { members.contains($0) && !away.contains($0) }
    // What was done today stays on the day, also by somebody who has left or is away.
    let active = Set(events.filter { $0.kind == .done }.map(\.personID))
    let isAfterDone = plan.schedule.kind == .afterDone
    if !isAfterDone, !plan.schedule.isDue(on: day) { return [] }
    switch plan.mode {
    case .each:
      return try plan.people.filter { able.contains($0) || active.contains($0) }.filter {
        guard isAfterDone, !active.contains($0) else { return true }
        let last = try lastDone(routine, before: day, by: $0, connection)
        return plan.schedule.isDue(on: day, lastDone: last)
      }
    case .anyone, .turns:
      if isAfterDone, active.isEmpty {
        let last = try lastDone(routine, before: day, by: nil, connection)
        guard plan.schedule.isDue(on: day, lastDone: last) else { return [] }
      }
      if able.isEmpty, active.isEmpty { return [] }
      guard plan.mode == .turns else { return [nil] }
      // Whose turn it was before the plan changed does not follow from the new one.
      if day < plan.turnsFrom {
        return [people(of: events.filter { $0.kind == .done }).first(where: members.contains)]
      }
      return [
        try turn(of: routine, on: day, among: members, absences: notes.absences, in: connection)
      ]
    }
  }

  private static func entry(
    _ routine: Routine, _ person: AccountID?, _ notes: Notes
  ) -> Entry {
    // Where everybody has their own, only what is about this person counts.
    let isOwn = routine.plan.mode == .each
    let done = notes.events.filter { $0.kind == .done && (!isOwn || $0.personID == person) }
    let steps = routine.steps.map { step in
      let ticks = done.filter { $0.stepID == step.id }
      return Step(step: step, eventIDs: ticks.map(\.id), doneBy: Self.people(of: ticks))
    }
    let doneBy = Self.people(of: done)
    let seen = Set(doneBy)
    let notedBy = Self.distinct(
      done.filter { $0.createdBy != $0.personID }.map(\.createdBy))
    let isDone = routine.isDone(by: done)
    let approvals = RoutineApproval.counting(notes.approvals).filter {
      isOwn ? $0.personID == person : seen.contains($0.personID)
    }
    let asks = routine.details.waitsForParent(hasStars: notes.hasStars)
    return Entry(
      routine: routine, personID: person, steps: steps, doneBy: doneBy, notedBy: notedBy,
      state: !isDone
        ? .open : asks && approvals.isEmpty && !isPlanted(.nobodyLooks) ? .waiting : .done,
      eventIDs: done.map(\.id), approvals: approvals,
      turnNotes: notes.events.filter { $0.kind == .skip || $0.kind == .swap })
  }

  /// Whom events are about, each once, in the order in which they were noted.
  private static func people(of events: [RoutineEvent]) -> [AccountID] {
    distinct(events.map(\.personID))
  }

  private static func distinct(_ people: [AccountID]) -> [AccountID] {
    var seen: Set<AccountID> = []
    return people.filter { seen.insert($0).inserted }
  }

  /// The last day before a day on which a routine was done; `nil` if it never was.
  ///
  /// - Parameter person: who has done it; `nil` for anybody.
  private static func lastDone(
    _ routine: Routine, before day: CalendarDay, by person: AccountID?, _ connection: Connection
  ) throws -> CalendarDay? {
    let days = try connection.query(
      """
      SELECT DISTINCT day FROM routineEvents
        WHERE familyID = ?1 AND routineID = ?2 AND day < ?3 AND kind = 'done'
          AND (?4 IS NULL OR personID = ?4)
        ORDER BY day DESC LIMIT 60
      """, [.text(routine.familyID), .text(routine.id), .text(day.text), Value(person)]
    ) { CalendarDay($0.text(0)) }.compactMap(\.self)
    // Mostly the first: what was begun and not finished, or taken back, is passed over.
    return try days.first { day in
      let events = try RoutineEvent.counting(
        RoutineEvent.all(
          where: "familyID = ? AND routineID = ? AND day = ? ORDER BY id",
          [.text(routine.familyID), .text(routine.id), .text(day.text)], in: connection))
      return routine.isDone(
        by: events.filter { $0.kind == .done && (person == nil || $0.personID == person) })
    }
  }
}

extension RoutineDetails {
  /// Whether a parent looks at it before it counts as done: also where a photo shows it, and where
  /// it is worth stars, which only parents give.
  package func waitsForParent(hasStars: Bool) -> Bool {
    asksApproval || asksPhoto || (hasStars && stars > 0)
  }
}

extension Routine {
  /// Whether events of one day make it done: it was noted as a whole, or all its steps were.
  ///
  /// Both are needed. Two tablets may each have seen one of the last two steps ticked; and a step
  /// that is added later must not undo the days before.
  func isDone(by events: [RoutineEvent]) -> Bool {
    if events.contains(where: { $0.stepID == nil }),
      steps.isEmpty || !isPlanted(.laterStepOpensDay)
    {
      return true
    }
    let ticked = Set(events.compactMap(\.stepID))
    let needed = steps.filter { !$0.isOptional }
    return !needed.isEmpty && needed.allSatisfy { ticked.contains($0.id) }
  }
}

// MARK: Turns

extension DayBoard {
  /// Whose turn it is on a day on which the routine is due; `nil` if everybody is away or has
  /// skipped.
  package static func turn(
    of routine: Routine, on day: CalendarDay, among members: Set<AccountID>,
    absences: [Absence], in connection: Connection
  ) throws -> AccountID? {
    guard routine.plan.schedule.kind == .afterDone else {
      return try turns(
        of: routine, through: day, among: members, absences: absences, in: connection
      ).last?.person
    }
    let past = try Past(of: routine, before: day, among: members, absences, connection)
    return past.turns.turn(
      on: day, after: past.missed, lastDone: past.lastDone, notes: past.notes, away: past.away)
  }

  /// In which order people come next on a day, before anything of it counts.
  static func queue(
    of routine: Routine, before day: CalendarDay, among members: Set<AccountID>,
    in connection: Connection
  ) throws -> [AccountID] {
    let absences = try absences(of: routine.familyID, for: [routine], on: day, in: connection)
    guard routine.plan.schedule.kind == .afterDone else {
      let first = firstDay(of: routine.plan, on: day)
      let turns = RoutineTurns(people: routine.plan.people.filter(members.contains))
      let yesterday = CalendarDay(daysSince1970: day.daysSince1970 - 1)
      return turns.queue(
        after: routine.plan.schedule.days(from: first, through: yesterday),
        notes: try notesWithAbsences(of: routine, first...day, absences, connection))
    }
    let past = try Past(of: routine, before: day, among: members, absences, connection)
    return past.turns.queue(
      after: past.missed, lastDone: past.lastDone, notes: past.notes, away: past.away)
  }

  /// What the turns of a routine follow from that is due some days after it was done.
  private struct Past {
    let turns: RoutineTurns
    let missed: Range<Int>
    /// Since the turns began: their order says who was next then.
    var lastDone: [AccountID: CalendarDay] = [:]
    let notes: [CalendarDay: RoutineTurns.Notes]
    let away: [RoutineTurns.Away]

    init(
      of routine: Routine, before day: CalendarDay, among members: Set<AccountID>,
      _ absences: [Absence], _ connection: Connection
    ) throws {
      turns = RoutineTurns(people: routine.plan.people.filter(members.contains))
      let last = try DayBoard.lastDone(routine, before: day, by: nil, connection)
      let missed = routine.plan.missed(before: day, lastDone: last)
      self.missed =
        isPlanted(.missedDaysStick) ? missed.upperBound..<missed.upperBound : missed
      if let last, last >= routine.plan.turnsFrom {
        for person in turns.people {
          let own = try DayBoard.lastDone(routine, before: day, by: person, connection)
          lastDone[person] = own.flatMap { $0 < routine.plan.turnsFrom ? nil : $0 }
        }
      }
      let first = CalendarDay(daysSince1970: min(missed.lowerBound, day.daysSince1970))
      notes = try DayBoard.notes(of: routine, first...day, connection)
      away = isPlanted(.awayHaveTurns) ? [] : absences.compactMap(RoutineTurns.Away.init)
    }
  }

  /// The absences that a day of routines depends on: those from the first day on from which the
  /// turns of one of them are counted.
  static func absences(
    of family: ZoneID, for routines: [Routine], on day: CalendarDay, in connection: Connection
  ) throws -> [Absence] {
    let first = routines.filter { $0.plan.mode == .turns }.map { routine in
      let start = CalendarDay(daysSince1970: day.daysSince1970 - maxTurnDays)
      let from = routine.plan.turnsFrom
      return routine.plan.schedule.kind == .afterDone ? from : max(from, start)
    }.min()
    return try Absence.of(family, from: min(first ?? day, day), in: connection)
  }

  /// Whose turn it was on each day on which the routine was due, from the first turn that counts to
  /// a day. Not for a routine that is due some days after it was done.
  static func turns(
    of routine: Routine, through day: CalendarDay, among members: Set<AccountID>,
    absences: [Absence], in connection: Connection
  ) throws -> [(day: CalendarDay, person: AccountID?)] {
    let turns = RoutineTurns(people: routine.plan.people.filter(members.contains))
    let first = firstDay(of: routine.plan, on: day)
    let notes = try notesWithAbsences(of: routine, first...day, absences, connection)
    let days = routine.plan.schedule.days(from: first, through: day)
    return Array(zip(days, turns.turns(on: days, notes: notes)).map { ($0, $1) })
  }

  private static func notesWithAbsences(
    of routine: Routine, _ days: ClosedRange<CalendarDay>, _ absences: [Absence],
    _ connection: Connection
  ) throws -> [CalendarDay: RoutineTurns.Notes] {
    var notes = try notes(of: routine, days, connection)
    for absence in absences
    where routine.plan.people.contains(absence.personID) && !isPlanted(.awayHaveTurns) {
      for day in absence.days(within: days) {
        notes[day, default: RoutineTurns.Notes()].away.insert(absence.personID)
      }
    }
    return notes
  }

  /// The day from which turns are counted: that of the plan, and after each ten years anew, so that a
  /// plan from the year 1000 costs no more than another.
  private static func firstDay(of plan: RoutinePlan, on day: CalendarDay) -> CalendarDay {
    let passed = day.daysSince1970 - plan.turnsFrom.daysSince1970
    guard passed > 0 else { return day }
    return CalendarDay(daysSince1970: day.daysSince1970 - passed % maxTurnDays)
  }

  private static let maxTurnDays = 3660

  /// What was skipped and swapped. There are far fewer such events than ticks, and they have an
  /// index of their own.
  private static func notes(
    of routine: Routine, _ days: ClosedRange<CalendarDay>, _ connection: Connection
  ) throws -> [CalendarDay: RoutineTurns.Notes] {
    let noted = try RoutineEvent.all(
      where: """
        familyID = ? AND routineID = ? AND day BETWEEN ? AND ? AND kind IN ('skip', 'swap')
          AND \(RoutineEvent.countsSQL)
          ORDER BY \(isPlanted(.turnsByArrival) ? "rowid" : "id")
        """,
      [
        .text(routine.familyID), .text(routine.id), .text(days.lowerBound.text),
        .text(days.upperBound.text),
      ], in: connection)
    var notes: [CalendarDay: RoutineTurns.Notes] = [:]
    for event in noted {
      guard let day = CalendarDay(event.day) else { continue }
      if event.kind == .skip { notes[day, default: .init()].skipped.insert(event.personID) }
      if event.kind == .swap { notes[day, default: .init()].swappedTo = event.otherID }
    }
    return notes
  }
}
