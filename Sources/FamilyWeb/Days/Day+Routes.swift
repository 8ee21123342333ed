import Families
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// The days of a family.
extension WebApplication {
  func familyDayPage(_ family: ZoneID, _ query: DayQuery) -> Endpoint {
    .viewing(.family(family)) { at in
      let shared = try await at.member.zonesShared(with: family)
      return try await at.member.page(
        { FamilyDayPage.view($0, in: $1) },
        load: { reader in try FamilyDayPage.Model(family, query, shared: shared, reader) })
    }
  }

  func ownDayPage(_ family: ZoneID, _ person: AccountID) -> Endpoint {
    .viewing(.family(family)) { at in
      let visitor = at.member.visitor
      // At the tablet a child sees its own day, not that of a sister.
      if visitor.lock != nil, person != visitor.accountID {
        return at.member.goTo(.days(.person(family: family, person: visitor.accountID)))
      }
      return try await at.ownDay(person, refused: nil)
    }
  }

  /// Ticks a step or a routine, or takes that back. Children may, who change nothing else.
  func tickRoutine(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in
      let note = try DayNote(at.form)
      let task = try await at.task(note)
      let (isOwn, isUndone) = (at.field("page") == "own", !at.field("undo").isEmpty)
      return try await at.telling(note, isOwn: isOwn) {
        try await at.member.write { transaction in
          try transaction.require(note.routine, of: family)
          if isUndone {
            try UntickRoutine(task)(transaction)
          } else {
            try TickRoutine(task)(transaction)
          }
        }
        return try await at.backToDay(note, isOwn: isOwn)
      }
    }
  }

  /// Skips a turn, or gives it to somebody else.
  func changeTurn(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in
      let note = try DayNote(at.form)
      let (other, isUndone) = (at.field("to"), !at.field("undo").isEmpty)
      let isOwn = at.field("page") == "own"
      let task = try await at.task(note)
      if isUndone {
        try await at.member.write { transaction in
          try transaction.require(note.routine, of: family)
          try UndoTurn(task)(transaction)
        }
        return try await at.backToDay(note, isOwn: isOwn)
      }
      var swap = task
      swap.personID = other
      return try await at.telling(note, isOwn: isOwn) { [swap] in
        let name = try await at.member.write { transaction -> String? in
          try transaction.require(note.routine, of: family)
          let entry =
            other.isEmpty ? try SkipTurn(task)(transaction) : try SwapTurn(swap)(transaction)
          let people = try FamilyPerson.all(of: family, in: transaction.connection)
          return people.first { $0.id == entry.personID }?.name
        }
        // There it stands below the others, and can be taken back, also at the tablet.
        if isOwn { return try await at.backToDay(note, isOwn: true) }
        let route = try await at.dayRoute(note)
        guard let name else { return at.member.goTo(route) }
        return at.member.goTo(
          route, saying: .family(other.isEmpty ? .skipped(name) : .swapped(name)),
          undo: Undo { transaction in
            try UndoTurn(task)(transaction)
            return route
          })
      }
    }
  }

  func approve(_ family: ZoneID) -> Endpoint {
    .editing(.family(family)) { at in
      let note = try DayNote(at.form)
      var task = try await at.task(note)
      task.stepID = nil
      return try await at.telling(note) { [task] in
        try await at.write { transaction in
          try transaction.require(note.routine, of: family)
          try ApproveRoutine(task)(transaction)
        }
        return try await at.backToDay(note, isOwn: false)
      }
    }
  }
}

/// What the forms of a day name.
struct DayNote: Sendable {
  let routine: RecordID
  let person: AccountID
  let day: CalendarDay
  let step: RecordID?

  init(_ form: HTTPParameters) throws {
    guard let day = form.first("day").flatMap({ CalendarDay($0) }),
      let routine = form.first("routine"), let person = form.first("person")
    else { throw Abort.badRequest }
    (self.routine, self.person, self.day) = (routine, person, day)
    step = form.first("step")
  }
}

extension AtZone {
  func ownDay(_ person: AccountID, refused: RefusedFiles?) async throws -> HTTPResponse {
    let family = zoneID
    let isKept = try await app.backend.keptAccounts?.isKept(member.visitor) ?? false
    return try await member.page(
      status: refused == nil ? .ok : .unprocessableContent, { OwnDayPage.view($0, in: $1) },
      load: { reader -> OwnDayPage.Model? in
        var model = try OwnDayPage.Model(family, person, reader)
        model?.refused = refused
        model?.hasWayOut = !isKept
        return model
      })
  }

  /// What the form names, on the family's present day.
  func task(_ note: DayNote) async throws -> RoutineTask {
    RoutineTask(
      routineID: note.routine, day: note.day, personID: note.person, stepID: note.step,
      today: try await today())
  }

  /// The family's day.
  func today() async throws -> CalendarDay {
    let family = zoneID
    let now = try await member.hubMilliseconds()
    let words = try await member.words()
    guard let found = try await member.read({ try Family.find(family, in: $0) }) else {
      throw FamilyFailure.familyNotFound
    }
    return found.today(at: now, words)
  }

  /// Says above the day's page what cannot be done now.
  func telling(
    _ note: DayNote, isOwn: Bool = false, _ action: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let own = Route.days(.person(family: zoneID, person: note.person))
    do {
      return try await action()
    } catch FamilyFailure.photoMissing {
      // There the photo is taken.
      return member.goTo(own, saying: .family(.photoMissing))
    } catch FamilyFailure.parentsOnly {
      return member.goTo(
        isOwn ? own : try await dayRoute(note), saying: .family(.approvedAlready))
    } catch FamilyFailure.tooFarAhead {
      return member.goTo(try await dayRoute(note), saying: .family(.tooFarAhead))
    } catch FamilyFailure.outOfOrder {
      return member.goTo(
        isOwn ? own : try await dayRoute(note), saying: .family(.outOfOrder))
    }
  }

  fileprivate func dayRoute(_ note: DayNote) async throws -> Route {
    let isToday = try await note.day == today()
    return .days(.day(family: zoneID, DayQuery(day: isToday ? nil : note.day)))
  }

  fileprivate func backToDay(_ note: DayNote, isOwn: Bool) async throws -> HTTPResponse {
    guard !isOwn else {
      return member.goTo(.days(.person(family: zoneID, person: note.person)))
    }
    // Today's page lists what waits of other days, too.
    if field("page") == "today" { return member.goTo(.days(.day(family: zoneID))) }
    return member.goTo(try await dayRoute(note))
  }
}

extension WriteTransaction {
  /// Throws `routineNotFound` unless the routine is the family's that the address names.
  func require(_ routine: RecordID, of family: ZoneID) throws {
    guard try Routine.Row.find(routine, in: connection)?.familyID == family else {
      throw FamilyFailure.routineNotFound
    }
  }
}

extension FamilyDayPage.Model {
  /// - Parameter shared: what is shared with the family, by the hub.
  init?(
    _ id: ZoneID, _ query: DayQuery, shared: Set<ZoneID>?, _ reader: PageReader
  ) throws {
    guard let family = try Family.find(id, in: reader.connection) else { return nil }
    let today = family.today(at: reader.hubNow, reader.words)
    let day = query.day.flatMap { CalendarDay($0) } ?? today
    let board = try DayBoard(of: id, on: day, in: reader.connection)
    let people = board.people.map { FamilyFigure($0, you: reader.accountID) }
    // The family's own role: paused sharing keeps nobody from looking.
    let isParent = reader.grantedRole(in: id).map { $0 != .viewer } ?? false
    self.init(
      family: ZoneLink(.family, id: id, name: family.details.name), day: day, isParent: isParent)
    emoji = family.details.emoji
    isToday = day == today
    isTooFarAhead = RoutineTask.isTooFarAhead(day, of: today)
    if isToday { endsAt = family.dayEnd(at: reader.hubNow, reader.words) }
    canTick = !reader.surroundings.isSharingPaused
    // Children first: theirs is what the page is looked at for.
    let order = people.filter { !$0.isParent } + people.filter(\.isParent)
    let pictures = try StepPicture.shown(
      of: board.entries.map(\.routine.id), in: id, reader.connection)
    let task = { (entry: DayBoard.Entry) in
      var task = FamilyDayPage.Task(
        entry, people, as: reader.accountID, away: board.away, reader.words)
      try task.add(entry, on: day, pictures, reader)
      return task
    }
    columns = try order.map { person in
      var column = FamilyDayPage.Column(
        person, tasks: try board.entries.filter { $0.personID == person.id }.map(task))
      column.isAway = board.away.contains(person.id)
      return column
    }
    let anyone = board.entries.filter { $0.personID == nil }
    if !anyone.isEmpty {
      columns.append(FamilyDayPage.Column(nil, tasks: try anyone.map(task)))
    }
    hasRoutines = try !board.entries.isEmpty || !Routine.of(id, in: reader.connection).isEmpty
    guard isToday else { return }
    about = try FamilyDayPage.About(id, board, known: shared, reader)
    guard isParent else { return }
    waitingElsewhere = try WaitingRoutine.all(of: id, through: today, in: reader.connection)
      .filter { $0.day != today }.map { waiting in
        var task = FamilyDayPage.Task(
          waiting.entry, people, as: reader.accountID, away: [], reader.words)
        try task.add(waiting.entry, on: waiting.day, [:], reader)
        return FamilyDayPage.Waiting(
          waiting.day, waiting.entry.personID.flatMap { id in people.first { $0.id == id } }, task)
      }
  }
}

extension OwnDayPage.Model {
  init?(_ id: ZoneID, _ person: AccountID, _ reader: PageReader) throws {
    guard let family = try Family.find(id, in: reader.connection) else { return nil }
    let today = family.today(at: reader.hubNow, reader.words)
    let board = try DayBoard(of: id, on: today, in: reader.connection)
    let people = board.people.map { FamilyFigure($0, you: reader.accountID) }
    guard let figure = people.first(where: { $0.id == person }) else { return nil }
    let pictures = try StepPicture.shown(
      of: board.entries.map(\.routine.id), in: id, reader.connection)
    let streaks = try Self.streaks(of: board, family, reader)
    self.init(
      family: ZoneLink(.family, id: id, name: family.details.name), person: figure, day: today,
      tasks: try board.entries.filter { $0.isFor(person) }.map {
        var task = FamilyDayPage.Task($0, people, as: person, away: board.away, reader.words)
        task.streak = try streaks?($0) ?? 0
        try task.add($0, on: today, pictures, reader)
        return task
      }, isChild: reader.grantedRole(in: id) == .viewer)
    passedOn = board.entries.filter { $0.isPassedOn(by: person) }.map {
      var task = FamilyDayPage.Task($0, people, as: person, away: board.away, reader.words)
      task.personID = person
      return task
    }
    endsAt = family.dayEnd(at: reader.hubNow, reader.words)
    canTick = !reader.surroundings.isSharingPaused
    isAtTablet = reader.surroundings.isLocked
    isAway = board.away.contains(person)
    if isChild { links = try reader.childLinks }
    if family.details.hasStars {
      stars = try Stars(of: person, in: id, through: today, reader.connection).balance
    }
  }

  /// How often in a row each entry of a day was done; `nil` where the family has no streaks.
  private static func streaks(
    of board: DayBoard, _ family: Family, _ reader: PageReader
  ) throws -> ((DayBoard.Entry) throws -> Int)? {
    if family.details.hidesStreaks { return nil }
    let connection = reader.connection
    let members = Set(board.people.map(\.id))
    let absences = try RoutineStreak.absences(of: family.id, today: board.day, in: connection)
    return { entry in
      try RoutineStreak(
        of: entry.routine, today: board.day, members: members, absences: absences, in: connection
      ).count(for: entry.personID)
    }
  }
}

extension DayBoard.Entry {
  /// Whether somebody has skipped the turn, and another is still to do it.
  fileprivate func isPassedOn(by person: AccountID) -> Bool {
    guard let personID, personID != person, state == .open else { return false }
    return turnNotes.contains { $0.kind == .skip && $0.personID == person }
  }
}

extension FamilyDayPage.Task {
  /// - Parameter person: for whom ticks are noted where anyone may.
  /// - Parameter away: who is away on the day, and so not asked to do it instead.
  init(
    _ entry: DayBoard.Entry, _ people: [FamilyFigure], as person: AccountID,
    away: Set<AccountID>, _ words: Catalogue
  ) {
    let details = entry.routine.details
    self.init(
      id: entry.routine.id, title: details.title, personID: entry.personID ?? person)
    emoji = details.emoji
    colour = PaletteColour(index: details.colorIndex)
    part = FamilyDayPage.Part(details.partOfDay)
    let next = entry.nextSteps
    steps = entry.orderedSteps.map {
      var step = FamilyDayPage.Step(
        id: $0.id, title: $0.step.title, emoji: $0.step.emoji, isDone: $0.isDone)
      step.isOptional = $0.step.isOptional
      step.comesLater = !$0.isDone && !next.contains($0.id)
      return step
    }
    state = FamilyDayPage.State(entry.state)
    let named = { (id: AccountID) in
      people.first { $0.id == id }?.name ?? words.somebodyWhoLeft
    }
    doneBy = entry.doneBy.filter { $0 != entry.personID }.map(named)
    notedBy = entry.notedBy.map(named)
    isApproved = !entry.approvals.isEmpty
    asksPhoto = details.asksPhoto
    guard entry.routine.plan.mode == .turns else { return }
    turnNotes = entry.turnNotes.compactMap { event in
      // Somebody who has left has no name here any more.
      let name = { (id: AccountID) in people.first { $0.id == id }?.name }
      guard let noted = name(event.personID) else { return nil }
      return FamilyDayPage.TurnNote(noted, other: event.otherID.flatMap(name))
    }
    guard entry.hasTurn else { return }
    canSkip = entry.personID != nil
    others = entry.routine.plan.people.filter { $0 != entry.personID && !away.contains($0) }
      .compactMap { id in people.first { $0.id == id } }
  }
}

extension FamilyDayPage.Part {
  init(_ part: RoutineDetails.PartOfDay) {
    switch part {
    case .morning: self = .morning
    case .afternoon: self = .afternoon
    case .evening: self = .evening
    case .any: self = .any
    }
  }
}

extension FamilyDayPage.State {
  init(_ state: DayBoard.State) {
    switch state {
    case .open: self = .open
    case .waiting: self = .waiting
    case .done: self = .done
    }
  }
}
