import SharingWeb
import Values
import Web

extension FamilyDayPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    let step = { (days: Int) in
      Route.days(
        .day(
          family: id,
          DayQuery(day: CalendarDay(daysSince1970: model.day.daysSince1970 + days))))
    }
    // The day ends, and so do invites.
    let ends = [model.endsAt].compactMap(\.self) + (model.about?.invites ?? []).map(\.expiresAt)
    let seconds = context.secondsUntil(ends.min())
    return context.page(model.family.name, refreshSeconds: seconds) {
      context.top(
        model.isToday ? words.today : words.day(model.day),
        crumbs: [Crumb(model.family.name, .days(.day(family: id)))],
        note: model.isToday ? words.day(model.day) : nil
      ) {
        if model.isParent {
          linkButton(.routines(.newRoutine(family: id)), words.addRoutine, .plus, style: .primary)
        }
      }
      nav(.class("row", "wrap"), .ariaLabel(words.otherDays)) {
        linkButton(step(-1), words.dayBefore, .chevronLeft, style: .quiet)
        if !model.isToday { linkButton(.days(.day(family: id)), words.today, style: .quiet) }
        linkButton(step(1), words.dayAfter, .chevronRight, style: .quiet)
        linkButton(
          .days(.week(family: id, FamilyWeekQuery(day: model.isToday ? nil : model.day))),
          words.week, .clock, style: .quiet)
      }
      if model.isTooFarAhead { p(.class("muted")) { words.nothingCanBeTickedYet } }
      faces(model, in: context)
      waiting(model, in: context)
      if !model.hasRoutines {
        emptyState(
          "🌅", words.noRoutines, words.noRoutinesText,
          action: model.isParent
            ? linkButton(
              .routines(.newRoutine(family: id)), words.addRoutine, .plus, style: .primary)
            : .empty)
      } else if model.columns.allSatisfy({ $0.tasks.isEmpty && !$0.isAway }) {
        emptyState("🌤️", words.nothingDue, words.nothingDueText)
      }
      div(.class("day-columns")) {
        model.columns.filter { !$0.tasks.isEmpty || $0.isAway }.map {
          column($0, model, in: context)
        }
      }
      if let about = model.about { about.view(of: model.family, model.isParent, in: context) }
    }
  }

  /// Who is here: everybody, also who has nothing to do on the day.
  private static func faces(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return ul(.class("who"), .ariaLabel(words.whoIsHere)) {
      model.columns.map { column -> HTML in
        guard let person = column.person else { return .empty }
        return li(.class(column.isAway ? "is-away" : nil), .dataKey(person.id)) {
          a(.href(.days(.person(family: model.family.id, person: person.id)))) {
            person.face()
            span {
              person.isYou ? words.you : person.name
              small { column.isAway ? words.away : words.here }
            }
          }
        }
      }
    }
  }

  /// What a parent has to look at, above everything else.
  private static func waiting(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let rows =
      model.columns.flatMap { column in
        column.tasks.filter { $0.state == .waiting }.map { Waiting(model.day, column.person, $0) }
      } + model.waitingElsewhere
    guard model.isParent, !rows.isEmpty else { return .empty }
    return section(.class("card")) {
      h2(.class("pad")) { words.waitForApproval(rows.count) }
      ul(.class("lines", "padded")) {
        rows.map { waitingRow($0, model, in: context) }
      }
    }
  }

  private static func waitingRow(
    _ row: Waiting, _ model: Model, in context: ViewContext
  ) -> HTML {
    let (words, task) = (context.words, row.task)
    let name = row.person?.name ?? words.list(task.doneBy)
    let page =
      model.isToday ? input(.type("hidden"), .name("page"), .value("today")) : HTML.empty
    return li(.dataKey(task.id + task.personID + row.day.text)) {
      picture(task)
      div(.class("grow")) {
        b { task.title }
        small { name }
        if !task.notedBy.isEmpty { small { words.notedBy(task.notedBy) } }
        if row.day != model.day { small { words.day(row.day) } }
        task.proofs.map { proof in
          a(.href(proof.route(.large))) {
            proof.picture("proof", .large, text: words.photo(of: task.title, by: name))
          }
        }
        if task.asksPhoto, task.proofs.isEmpty { small { words.noPhoto } }
      }
      div(.class("row", "beside")) {
        if !model.isTooFarAhead {
          context.postForm(.days(.approve(model.family.id)), .class("inline")) {
            hidden(task, row.day)
            page
            submit(words.approve, .check, style: .primary)
          }
        }
        context.postForm(.days(.tick(model.family.id)), .class("inline")) {
          hidden(task, row.day)
          input(.type("hidden"), .name("undo"), .value("1"))
          page
          submit(words.notYet, .undo, style: .quiet)
        }
      }
    }
  }

  private static func column(_ column: Column, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card"), .dataKey(column.person?.id ?? "anyone")) {
      div(.class("row", "pad")) {
        if let person = column.person { person.face() }
        div(.class("grow")) {
          h2 {
            if let person = column.person {
              a(.href(.days(.person(family: model.family.id, person: person.id)))) {
                person.isYou ? words.personIsYou(person.name) : person.name
              }
            } else {
              words.whoeverComesFirst
            }
          }
          small {
            column.isAway ? words.away : words.done(column.doneCount, of: column.tasks.count)
          }
        }
      }
      ul(.class("lines", "padded")) { column.tasks.map { task($0, model, in: context) } }
    }
  }

  private static func task(_ task: Task, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let isOpen = task.state == .open
    return li(.class("wrap"), .dataKey(task.id + task.personID)) {
      picture(task)
      div(.class("grow")) {
        b { task.title }
        small {
          words.detail(task)
        }
        if !task.turnNotes.isEmpty {
          small { words.list(task.turnNotes.map { words.turnNote($0) }) }
        }
      }
      if task.state == .waiting { statusChip(words.waiting, .waiting) }
      if model.canTick {
        if !task.turnNotes.isEmpty {
          turnForm(task, model.family.id, model.day, in: context) {
            input(.type("hidden"), .name("undo"), .value("1"))
            submit(words.undoTurn, .undo, style: .quiet)
          }
        }
        // What was noted of a day that is far ahead can be taken back.
        let isSettled = task.isApproved && !model.isParent
        if !isSettled, !isOpen || !model.isTooFarAhead {
          tickForm(task, step: nil, isDone: !isOpen, model.family.id, model.day, in: context) {
            button(
              .class("btn", isOpen ? nil : "quiet"), .type("submit"), .dataKey("press"),
              .ariaLabel(isOpen ? words.tick(task.title) : words.untick(task.title))
            ) {
              isOpen ? Icon.check() : Icon.undo()
              isOpen ? words.doneWord : words.undo
            }
          }
        }
      }
      if isOpen, model.canTick { turn(task, model, in: context) }
      steps(of: task, model, in: context)
    }
  }

  private static func steps(of task: Task, _ model: Model, in context: ViewContext) -> HTML {
    guard !task.steps.isEmpty else { return .empty }
    return ul(.class("steps-list"), .dataKey("steps")) {
      task.steps.map { step in
        li {
          tickForm(
            task, step: step.id, isDone: step.isDone, model.family.id, model.day, in: context
          ) {
            button(
              .class("step", step.isDone ? "is-done" : nil), .type("submit"),
              .dataKey("press"), .ariaPressed(step.isDone),
              .disabled(
                !model.canTick || step.comesLater || !step.isDone && model.isTooFarAhead
                  || step.isDone && task.isApproved && !model.isParent)
            ) {
              if let image = step.image, !step.isDone {
                image.picture("step-picture")
              } else {
                span(.class("emoji"), .ariaHidden()) {
                  step.isDone ? "✅" : step.emoji.isEmpty ? "⬜" : step.emoji
                }
              }
              span(.class("step-text")) { title(of: step, context.words) }
            }
          }
        }
      }
    }
  }

  static func title(of step: Step, _ words: Catalogue) -> HTML {
    HTML(joining: [
      HTML(text: step.title), step.isOptional ? small { words.optional } : .empty,
    ])
  }

  /// More others than these are in a menu.
  private static let maxPlainSwaps = 3

  /// Leaves the turn to the next one, or gives it to somebody, with one press.
  private static func turn(_ task: Task, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let canSkip = task.canSkip && !model.isTooFarAhead
    guard canSkip || !task.others.isEmpty else { return .empty }
    let swaps = HTML(
      joining: task.others.map { other in
        turnForm(task, model.family.id, model.day, in: context) {
          input(.type("hidden"), .name("to"), .value(other.id))
          submit(words.doesIt(other.name), .person, style: .quiet)
        }
      })
    return div(.class("turn")) {
      if canSkip {
        turnForm(task, model.family.id, model.day, in: context) {
          submit(words.skip, .arrow, style: .quiet)
        }
      }
      if task.others.count > maxPlainSwaps { context.moreMenu { swaps } } else { swaps }
    }
  }

  /// Posts to ``DayRoute/turn(_:)``.
  static func turnForm(
    _ task: Task, _ family: String, _ day: CalendarDay, page: String = "",
    in context: ViewContext, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    context.postForm(.days(.turn(family)), .class("inline"), .dataInPlace(!page.isEmpty)) {
      hidden(task, day)
      if !page.isEmpty { input(.type("hidden"), .name("page"), .value(page)) }
      content()
    }
  }

  static func picture(_ task: Task) -> HTML {
    span(.class("thumb", "tinted", task.colour.className), .ariaHidden()) {
      sign(task)
    }
  }

  /// What stands for a routine wherever it is shown: its emoji. Without one the first letter tells
  /// it from the others, also before one reads.
  static func sign(_ task: Task) -> String {
    guard task.emoji.isEmpty else { return task.emoji }
    return task.title.first { $0.isLetter || $0.isNumber }?.uppercased() ?? "☑️"
  }

  /// Posts to ``DayRoute/tick(_:)``.
  static func tickForm(
    _ task: Task, step: String?, isDone: Bool, _ family: String, _ day: CalendarDay,
    page: String = "", in context: ViewContext, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    // Among everybody's routines one that asks for a photo leads to the page that takes it.
    context.postForm(
      .days(.tick(family)), .class("inline"), .dataInPlace(!task.asksPhoto || !page.isEmpty)
    ) {
      hidden(task, day)
      if let step { input(.type("hidden"), .name("step"), .value(step)) }
      if isDone { input(.type("hidden"), .name("undo"), .value("1")) }
      if !page.isEmpty { input(.type("hidden"), .name("page"), .value(page)) }
      content()
    }
  }

  static func hidden(_ task: Task, _ day: CalendarDay) -> HTML {
    HTML(joining: [
      input(.type("hidden"), .name("routine"), .value(task.id)),
      input(.type("hidden"), .name("person"), .value(task.personID)),
      input(.type("hidden"), .name("day"), .value(day.text)),
    ])
  }
}
