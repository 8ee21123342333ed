import Values
import Web

extension FamilyWeekPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    let title = model.person.map { $0.isYou ? words.yourWeek : words.weekOf($0.name) }
    let seconds = context.secondsUntil(model.endsAt)
    return context.page(title ?? words.week, refreshSeconds: seconds) {
      context.top(
        title ?? words.week, crumbs: [Crumb(model.family.name, .days(.day(family: id)))]
      ) {}
      whose(model, in: context)
      weeks(model, in: context)
      if !model.hasRoutines { emptyState("🌅", words.noRoutines, words.noRoutinesText) }
      ul(.class("week", "card")) { model.days.map { day($0, model, in: context) } }
    }
  }

  private static func route(
    _ model: Model, of person: String?, on day: CalendarDay? = nil
  ) -> Route {
    .days(.week(family: model.family.id, FamilyWeekQuery(day: day, person: person)))
  }

  /// The week of the others, and of everybody.
  private static func whose(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let day = model.days.contains { $0.day == model.today } ? nil : model.first
    return nav(.class("filters"), .ariaLabel(words.whoseWeek)) {
      context.filterSwitch(
        words.everybody, isOn: model.person == nil, route(model, of: nil, on: day))
      model.people.map { person in
        context.filterSwitch(
          person.isYou ? words.you : person.name, isOn: person.id == model.person?.id,
          route(model, of: person.id, on: day))
      }
    }
  }

  /// The weeks before and after; a week that the calendar does not have is left out.
  private static func weeks(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let week = { (weeks: Int) -> Route? in
      let day = CalendarDay(daysSince1970: model.first.daysSince1970 + weeks * 7)
      guard (1000...9999).contains(day.year) else { return nil }
      return route(model, of: model.person?.id, on: day)
    }
    let isNow = model.days.contains { $0.day == model.today }
    return nav(.class("row", "wrap"), .ariaLabel(words.otherWeeks)) {
      if let before = week(-1) { linkButton(before, words.weekBefore, .chevronLeft, style: .quiet) }
      b(.class("grow")) {
        words.span(model.first, CalendarDay(daysSince1970: model.first.daysSince1970 + 6))
      }
      if !isNow { linkButton(route(model, of: model.person?.id), words.thisWeek, style: .quiet) }
      if let after = week(1) { linkButton(after, words.weekAfter, .chevronRight, style: .quiet) }
    }
  }

  private static func day(_ day: Day, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let isToday = day.day == model.today
    let page = Route.days(.day(family: model.family.id, DayQuery(day: isToday ? nil : day.day)))
    return li(.class(isToday ? "is-today" : nil), .dataKey(day.day.text)) {
      a(.href(page), .ariaLabel(words.day(day.day))) {
        b { words.weekday(day.weekday) }
        small { isToday ? words.today : String(day.day.day) }
      }
      div(.class("week-entries")) {
        day.away.map { person in
          div(.class("week-entry")) {
            person.face("small")
            span { person.name + ": " + words.away }
          }
        }
        day.entries.map { entry($0, model, in: context) }
        if day.moreCount > 0 { a(.href(page)) { words.moreOnDay(day.moreCount) } }
        if day.entries.isEmpty, day.away.isEmpty { small { words.nothingDue } }
      }
    }
  }

  private static func entry(_ entry: Entry, _ model: Model, in context: ViewContext) -> HTML {
    let (words, what) = (context.words, entry.what)
    return div(.class("week-entry", what.mark == .missing ? "is-missing" : nil)) {
      if model.person == nil, let person = what.person { person.face("small") }
      span(.class("grow")) {
        a(
          .href(
            .routines(
              .week(family: model.family.id, routine: entry.routineID, DayQuery(day: model.first))))
        ) { entry.title }
        small {
          [
            model.person?.id == what.person?.id && what.person != nil ? "" : who(what, words),
            words.mark(what.mark),
            what.stepCount > 0 && what.mark != .done && what.mark != .planned
              ? words.done(what.doneCount, of: what.stepCount) : "",
            what.person != nil && !what.doneBy.isEmpty ? words.doneByOthers(what.doneBy) : "",
          ].filter { !$0.isEmpty }.joined(separator: " · ")
        }
      }
      span(.class("emoji"), .ariaHidden()) { words.markPicture(what.mark) }
    }
  }

  /// Whose it is, where the page does not say it.
  private static func who(_ entry: RoutineWeekPage.Entry, _ words: Catalogue) -> String {
    entry.person?.name
      ?? (entry.doneBy.isEmpty ? words.whoeverComesFirst : words.list(entry.doneBy))
  }
}
