import Families
import FoundationEssentials
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// The routines of a family: the list, and the form of one.
extension WebApplication {
  func routinesPage(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in
      let zone = at.zone
      return try await at.member.page(
        { RoutinesPage.view($0, in: $1) },
        load: { reader in
          let people = try FamilyPerson.all(of: family, in: reader.connection)
            .map { FamilyFigure($0, you: reader.accountID) }
          var model = RoutinesPage.Model(
            family: zone,
            rows: try Routine.of(family, in: reader.connection)
              .map { RoutinesPage.Row($0, people) },
            canPlan: reader.role(in: family).map { $0 != .viewer } ?? false)
          model.archived = try Routine.of(family, isArchived: true, in: reader.connection)
            .map { RoutinesPage.Row($0, people) }
          return model
        })
    }
  }

  func newRoutinePage(_ family: ZoneID, like: RecordID?, template: String?) -> Endpoint {
    .editing(.family(family)) { at in
      if let template = template.flatMap(RoutineTemplate.init) {
        return try await at.routineForm(nil, draft: at.draft(of: template))
      }
      guard let like, let stored = try await at.find(like) else {
        // A form that is to be like a routine that is gone is an empty one.
        return try await at.routineForm(nil, draft: nil)
      }
      let words = try await at.member.words()
      let draft = try await RoutineDraft(
        copyOf: stored, people: at.order(stored.plan.people), from: at.today(), words: words)
      return try await at.routineForm(nil, draft: draft)
    }
  }

  func addRoutine(_ family: ZoneID) -> Endpoint {
    .editing(.family(family)) { at in
      var draft = try await at.draft(known: [])
      do {
        let add = AddRoutine(
          familyID: family, draft.details, draft.plan, steps: draft.steps, inOrder: draft.inOrder)
        let isReadable = !draft.values.hasProblems
        let routine = try await at.write { transaction in
          let routine = try add(transaction)
          guard isReadable else { throw FamilyFailure.invalid([]) }
          return routine
        }
        return at.member.goTo(
          .routines(.routines(family: family)),
          saying: .family(.routineAdded(routine.details.title)))
      } catch FamilyFailure.invalid(let problems) {
        draft.show(problems)
        return try await at.routineForm(nil, draft: draft, status: .unprocessableContent)
      }
    }
  }

  func routinePage(_ family: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.family(family)) { at in try await at.routineForm(id, draft: nil) }
  }

  func saveRoutine(_ family: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.family(family)) { at in
      let words = try await at.member.words()
      let stored = try await at.stored(id)
      let order = try await at.order(stored.plan.people)
      var draft = try await at.draft(known: stored.steps, order: order)
      do {
        // The form does not say whether it is archived.
        var details = draft.details
        details.isArchived = stored.details.isArchived
        let edit = EditRoutine(
          routineID: id, details, draft.plan, steps: draft.steps, inOrder: draft.inOrder,
          base: draft.base(of: stored, people: order, words: words), today: try await at.today())
        let isReadable = !draft.values.hasProblems
        let saved = try await at.write { transaction in
          let saved = try edit(transaction)
          guard isReadable else { throw FamilyFailure.invalid([]) }
          return saved
        }
        return at.member.goTo(
          .routines(.week(family: family, routine: id)),
          saying: .family(.saved(saved.details.title)))
      } catch FamilyFailure.invalid(let problems) {
        draft.show(problems)
        return try await at.routineForm(id, draft: draft, status: .unprocessableContent)
      } catch FamilyFailure.changedMeanwhile {
        return try await at.routineForm(id, draft: draft, isStale: true, status: .conflict)
      }
    }
  }

  func archiveRoutine(_ family: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.family(family)) { at in
      let title = try await at.stored(id).details.title
      let isArchived = !at.field("archived").isEmpty
      try await at.write { try ArchiveRoutine(routineID: id, isArchived: isArchived)($0) }
      return at.member.goTo(
        .routines(.routines(family: family)),
        saying: .family(isArchived ? .routineArchived(title) : .routineBack(title)))
    }
  }

  func deleteRoutine(_ family: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.family(family)) { at in
      _ = try await at.stored(id)
      do {
        let deleted = try await at.write { try DeleteRoutine(routineID: id)($0) }
        return at.member.goTo(
          .routines(.routines(family: family)),
          saying: .family(.routineDeleted(deleted.routine.details.title)),
          undo: Undo(itemCount: deleted.events.count + 1) { transaction in
            try RestoreRoutine(deleted)(transaction)
            return (.routines(.routines(family: family)), .undone)
          })
      } catch FamilyFailure.invalid {
        // It was done so often that it can be archived only.
        return at.member.goTo(
          .routines(.routine(family: family, routine: id)), saying: .family(.doneTooOften))
      }
    }
  }
}

extension AtZone<Editing> {
  /// A routine of the family that the address names.
  fileprivate func stored(_ id: RecordID) async throws -> Routine {
    guard let found = try await find(id) else { throw FamilyFailure.routineNotFound }
    return found
  }

  /// A routine of the family; `nil` if there is none.
  fileprivate func find(_ id: RecordID) async throws -> Routine? {
    let family = zoneID
    let found = try await member.read { try Routine.find(id, in: $0) }
    return found?.familyID == family ? found : nil
  }

  fileprivate func today() async throws -> CalendarDay {
    let family = zoneID
    let words = try await member.words()
    let now = try await member.hubMilliseconds()
    let found = try await member.read { try Family.find(family, in: $0) }
    return found?.today(at: now, words)
      ?? words.calendarDay(Date(milliseconds: now))
  }

  /// Everybody in the family; who is named already stands first, in the order of turns.
  fileprivate func order(_ named: [AccountID]) async throws -> [AccountID] {
    let family = zoneID
    let all = try await member.read { try FamilyPerson.all(of: family, in: $0).map(\.id) }
    return named.filter(all.contains) + all.filter { !named.contains($0) }
  }

  fileprivate func draft(
    known: [RoutineStep], order: [AccountID]? = nil
  ) async throws -> RoutineDraft {
    let words = try await member.words()
    let people = if let order { order } else { try await self.order([]) }
    return RoutineDraft(form, people: people, known: known, words: words)
  }

  /// A form that begins with a template; it's for the children, if there are any.
  fileprivate func draft(of template: RoutineTemplate) async throws -> RoutineDraft {
    let (family, words) = (zoneID, try await member.words())
    let people = try await member.read { try FamilyPerson.all(of: family, in: $0) }
    return RoutineDraft(
      AddRoutine(
        familyID: family, of: template, words, among: people, from: try await today()),
      words: words)
  }

  fileprivate func routineForm(
    _ id: RecordID?, draft: RoutineDraft?, isStale: Bool = false, status: HTTPStatus = .ok
  ) async throws -> HTTPResponse {
    let zone = zone
    let stored = if let id { try await self.stored(id) as Routine? } else { nil as Routine? }
    return try await member.page(
      status: status, { RoutineFormPage.view($0, in: $1) },
      load: { reader -> RoutineFormPage.Model? in
        guard let family = try Family.find(zone.id, in: reader.connection) else { return nil }
        let people = try FamilyPerson.all(of: zone.id, in: reader.connection)
        let today = family.today(at: reader.hubNow, reader.words)
        let shown =
          draft ?? stored.map { routine in
            RoutineDraft(
              routine.details, routine.plan, steps: routine.steps, inOrder: routine.row.inOrder,
              words: reader.words)
          }
          ?? RoutineDraft(
            RoutineDetails(title: ""),
            RoutinePlan(
              RoutineSchedule(.weekdays, from: today), .each,
              people: people.filter { $0.role == .child }.map(\.id)),
            steps: [], inOrder: false, words: reader.words)
        let schedule = shown.plan.schedule
        var model = RoutineFormPage.Model(
          family: zone, values: shown.values,
          people: people.map { FamilyFigure($0, you: reader.accountID) },
          chosen: Set(shown.plan.people),
          weekdays: Set((0..<7).filter { schedule.weekdays.contains(.day($0)) }),
          colour: PaletteColour(index: shown.details.colorIndex))
        (model.routineID, model.isStale) = (id ?? "", isStale)
        model.isArchived = stored?.details.isArchived ?? false
        if let stored {
          let loss = try RoutineLoss(of: stored, in: reader.connection)
          (model.starsLost, model.canBeDeleted) = (Int(clamping: loss.stars), loss.canBeDeleted)
        }
        model.hasStars = family.details.hasStars
        model.offersTemplates = id == nil && draft?.values.hasProblems != true
        // After a conflict the form is about what is stored now.
        model.version = shown.version
        if isStale, let stored {
          model.version =
            RoutineDraft(
              stored.details, stored.plan, steps: stored.steps, inOrder: stored.row.inOrder,
              words: reader.words
            ).version
        }
        return model
      })
  }
}

extension RoutinesPage.Row {
  init(_ routine: Routine, _ people: [FamilyFigure]) {
    let schedule = routine.plan.schedule
    let count = Int(schedule.everyCount)
    let when: RoutinesPage.When =
      switch schedule.kind {
      case .weekdays: .weekdays((0..<7).filter { schedule.weekdays.contains(.day($0)) })
      case .everyDays: .everyDays(count)
      case .afterDone: .afterDone(count)
      }
    let mode: RoutinesPage.Mode =
      switch routine.plan.mode {
      case .each: .each
      case .anyone: .anyone
      case .turns: .turns
      }
    self.init(id: routine.id, title: routine.details.title, when: when, mode: mode)
    emoji = routine.details.emoji
    colour = PaletteColour(index: routine.details.colorIndex)
    part = FamilyDayPage.Part(routine.details.partOfDay)
    self.people = routine.plan.people.compactMap { id in people.first { $0.id == id } }
    stepCount = routine.steps.count
  }
}
