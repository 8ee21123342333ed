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
      try await at.member.page(
        { FamilyDayPage.view($0, in: $1) },
        load: { reader in try FamilyDayPage.Model(family, query, reader) })
    }
  }

  func ownDayPage(_ family: ZoneID, _ person: AccountID) -> Endpoint {
    .viewing(.family(family)) { at in
      let visitor = at.member.visitor
      // At the tablet a child sees its own day, not that of a sister.
      if visitor.lock != nil, person != visitor.accountID {
        return at.member.goTo(.days(.person(family: family, person: visitor.accountID)))
      }
      return try await at.member.page(
        { OwnDayPage.view($0, in: $1) },
        load: { reader in try OwnDayPage.Model(family, person, reader) })
    }
  }

  /// Ticks a step or a routine, or takes that back. Children may, who change nothing else.
  func tickRoutine(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in
      let note = try DayNote(at.form)
      let (step, isUndone) = (note.step, !at.field("undo").isEmpty)
      try await at.member.write { transaction in
        try transaction.require(note.routine, of: family)
        if isUndone {
          try UntickRoutine(
            routineID: note.routine, day: note.day, personID: note.person, stepID: step)(
              transaction)
        } else {
          try TickRoutine(
            routineID: note.routine, day: note.day, personID: note.person, stepID: step)(
              transaction)
        }
      }
      return try await at.backToDay(note, isOwn: at.field("page") == "own")
    }
  }

  /// Skips a turn, or gives it to somebody else.
  func changeTurn(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in
      let note = try DayNote(at.form)
      let other = at.field("to")
      let name = try await at.member.write { transaction -> String? in
        try transaction.require(note.routine, of: family)
        let entry =
          other.isEmpty
          ? try SkipTurn(routineID: note.routine, day: note.day, personID: note.person)(
            transaction)
          : try SwapTurn(routineID: note.routine, day: note.day, personID: other)(transaction)
        let people = try FamilyPerson.all(of: family, in: transaction.connection)
        return people.first { $0.id == entry.personID }?.name
      }
      let route = try await at.dayRoute(note)
      guard let name else { return at.member.goTo(route) }
      return at.member.goTo(
        route, saying: .family(other.isEmpty ? .skipped(name) : .swapped(name)))
    }
  }

  func approve(_ family: ZoneID) -> Endpoint {
    .editing(.family(family)) { at in
      let note = try DayNote(at.form)
      try await at.write { transaction in
        try transaction.require(note.routine, of: family)
        try ApproveRoutine(routineID: note.routine, day: note.day, personID: note.person)(
          transaction)
      }
      return try await at.backToDay(note, isOwn: false)
    }
  }
}

/// What the forms of a day name.
private struct DayNote: Sendable {
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
  fileprivate func dayRoute(_ note: DayNote) async throws -> Route {
    let family = zoneID
    let now = try await member.hubMilliseconds()
    let words = try await member.words()
    let today = try await member.read { try Family.find(family, in: $0) }?
      .today(at: now, words)
    return .days(.day(family: family, DayQuery(day: note.day == today ? nil : note.day)))
  }

  fileprivate func backToDay(_ note: DayNote, isOwn: Bool) async throws -> HTTPResponse {
    guard !isOwn else {
      return member.goTo(.days(.person(family: zoneID, person: note.person)))
    }
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
  init?(_ id: ZoneID, _ query: DayQuery, _ reader: PageReader) throws {
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
    canTick = !reader.surroundings.isSharingPaused
    // Children first: theirs is what the page is looked at for.
    let order = people.filter { !$0.isParent } + people.filter(\.isParent)
    columns = order.map { person in
      var column = FamilyDayPage.Column(
        person,
        tasks: board.entries.filter { $0.personID == person.id }.map {
          FamilyDayPage.Task($0, people, as: reader.accountID)
        })
      column.isAway = board.away.contains(person.id)
      return column
    }
    let anyone = board.entries.filter { $0.personID == nil }
    if !anyone.isEmpty {
      columns.append(
        FamilyDayPage.Column(
          nil, tasks: anyone.map { FamilyDayPage.Task($0, people, as: reader.accountID) }))
    }
    hasRoutines = try !board.entries.isEmpty || !Routine.of(id, in: reader.connection).isEmpty
  }
}

extension OwnDayPage.Model {
  init?(_ id: ZoneID, _ person: AccountID, _ reader: PageReader) throws {
    guard let family = try Family.find(id, in: reader.connection) else { return nil }
    let today = family.today(at: reader.hubNow, reader.words)
    let board = try DayBoard(of: id, on: today, in: reader.connection)
    let people = board.people.map { FamilyFigure($0, you: reader.accountID) }
    guard let figure = people.first(where: { $0.id == person }) else { return nil }
    self.init(
      family: ZoneLink(.family, id: id, name: family.details.name), person: figure, day: today,
      tasks: board.entries.filter { $0.personID == person || $0.personID == nil }.map {
        FamilyDayPage.Task($0, people, as: person)
      }, isChild: reader.grantedRole(in: id) == .viewer)
    canTick = !reader.surroundings.isSharingPaused
    isAtTablet = reader.surroundings.isLocked
  }
}

extension FamilyDayPage.Task {
  /// - Parameter person: for whom ticks are noted where anyone may.
  init(_ entry: DayBoard.Entry, _ people: [FamilyFigure], as person: AccountID) {
    let details = entry.routine.details
    self.init(
      id: entry.routine.id, title: details.title, personID: entry.personID ?? person)
    emoji = details.emoji
    colour = PaletteColour(index: details.colorIndex)
    part = FamilyDayPage.Part(details.partOfDay)
    steps = entry.steps.map {
      FamilyDayPage.Step(
        id: $0.id, title: $0.step.title, emoji: $0.step.emoji, isDone: $0.isDone)
    }
    state = FamilyDayPage.State(entry.state)
    doneBy = entry.doneBy.filter { $0 != entry.personID }.compactMap { id in
      people.first { $0.id == id }?.name
    }
    inOrder = entry.routine.row.inOrder
    guard entry.routine.plan.mode == .turns else { return }
    others = entry.routine.plan.people.filter { $0 != entry.personID }.compactMap { id in
      people.first { $0.id == id }
    }
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
