import Values
import Web

extension RoutineWeekPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    let row = model.routine
    let edit = Route.routines(.routine(family: id, routine: row.id))
    return context.page(row.title) {
      context.top(
        row.title, crumbs: [Crumb(words.routines, .routines(.routines(family: id)))],
        note: words.describe(row) + " · " + words.forWhom(row.mode, row.people.map(\.name))
      ) {
        if model.canPlan { linkButton(edit, words.editRoutine, .edit, style: .primary) }
      }
      if model.isArchived { note(.info) { words.archivedNote } }
      if !model.note.isEmpty { p(.class("card", "pad", "pre")) { model.note } }
      weeks(model, in: context)
      ul(.class("week", "card")) { model.days.map { day($0, model, in: context) } }
      streaks(model, in: context)
      history(model, in: context)
    }
  }

  /// The weeks before and after; a week that the calendar does not have is left out.
  private static func weeks(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let week = { (weeks: Int) -> Route? in
      let day = CalendarDay(daysSince1970: model.first.daysSince1970 + weeks * 7)
      guard (1000...9999).contains(day.year) else { return nil }
      return Route.routines(
        .week(family: model.family.id, routine: model.routine.id, DayQuery(day: day)))
    }
    let isNow = model.days.contains { $0.day == model.today }
    return nav(.class("row", "wrap"), .ariaLabel(words.otherWeeks)) {
      if let before = week(-1) { linkButton(before, words.weekBefore, .chevronLeft, style: .quiet) }
      b(.class("grow")) {
        words.span(model.first, CalendarDay(daysSince1970: model.first.daysSince1970 + 6))
      }
      if !isNow {
        linkButton(
          .routines(.week(family: model.family.id, routine: model.routine.id)), words.thisWeek,
          style: .quiet)
      }
      if let after = week(1) { linkButton(after, words.weekAfter, .chevronRight, style: .quiet) }
    }
  }

  private static func day(_ day: Day, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let isToday = day.day == model.today
    return li(.class(isToday ? "is-today" : nil), .dataKey(day.day.text)) {
      a(
        .href(.days(.day(family: model.family.id, DayQuery(day: isToday ? nil : day.day)))),
        .ariaLabel(words.day(day.day))
      ) {
        b { words.weekday(day.weekday) }
        small { isToday ? words.today : String(day.day.day) }
      }
      div(.class("week-entries")) {
        day.entries.map { entry($0, in: context) }
        day.away.map { person in
          div(.class("week-entry")) {
            person.face("small")
            span { person.name + ": " + words.away }
          }
        }
        if day.entries.isEmpty, day.away.isEmpty { small { words.notDue } }
      }
    }
  }

  private static func entry(_ entry: Entry, in context: ViewContext) -> HTML {
    let words = context.words
    return div(.class("week-entry", entry.mark == .missing ? "is-missing" : nil)) {
      if let person = entry.person { person.face("small") }
      span(.class("grow")) {
        entry.person?.name
          ?? (entry.doneBy.isEmpty ? words.whoeverComesFirst : words.list(entry.doneBy))
        small {
          words.mark(entry.mark)
          if entry.stepCount > 0, entry.mark != .done, entry.mark != .planned {
            " · " + words.done(entry.doneCount, of: entry.stepCount)
          }
          if entry.person != nil, !entry.doneBy.isEmpty {
            " · " + words.doneByOthers(entry.doneBy)
          }
        }
      }
      span(.class("emoji"), .ariaHidden()) { words.markPicture(entry.mark) }
    }
  }

  private static func streaks(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard !model.streaks.isEmpty else { return .empty }
    return card(words.streaks) {
      ul(.class("lines")) {
        model.streaks.map { streak in
          li(.dataKey(streak.person?.id ?? "all")) {
            if let person = streak.person { person.face() }
            b(.class("grow")) { streak.person?.name ?? words.allTogether }
            span { words.streak(streak.count) }
          }
        }
      }
    }
  }

  private static func history(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.historyOfWeek) {
      if model.history.isEmpty { p(.class("muted")) { words.nothingNoted } }
      ul(.class("lines")) {
        model.history.map { note in
          li(.dataKey(note.id)) {
            div(.class("grow")) {
              b { words.noted(note.what, note.name) }
              small { words.notedDetail(note) }
              note.proofs.map { proof in
                a(.href(proof.route(.large))) {
                  proof.picture(
                    "proof", .large, text: words.photo(of: model.routine.title, by: note.name))
                }
              }
            }
          }
        }
      }
    }
  }
}
