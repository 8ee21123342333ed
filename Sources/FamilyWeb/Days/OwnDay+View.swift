import Values
import Web

extension OwnDayPage {
  /// Large pictures: a press does it, a press takes it back. A child's page has nothing around it.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = words.dayOf(model.person.name)
    let region = div(.class("my-day")) {
      header(.class("my-day-top")) {
        model.person.face("large")
        if model.isChild { h1 { title } } else { b(.class("grow")) { model.person.name } }
        let done = model.tasks.count { $0.state != .open }
        if !model.tasks.isEmpty {
          progress(done: done, total: model.tasks.count, words.done(done, of: model.tasks.count))
        }
      }
      if let stars = model.stars {
        p(.class("stars")) {
          a(.href(.rewards(.rewards(model.family.id)))) { words.stars(stars) }
        }
      }
      if model.isChild, !model.canTick { note(.warn) { words.dayOnHold } }
      if let files = model.refused { context.refused(files) }
      if model.isAway, model.tasks.isEmpty {
        emptyState("🧳", words.away, words.freeDay)
      } else if model.tasks.isEmpty {
        emptyState("🌤️", words.nothingDue, words.freeDay)
      }
      FamilyDayPage.Part.allCases.map { part in
        self.part(part, model, in: context)
      }
      passedOn(model, in: context)
      if model.isChild {
        if model.isAtTablet {
          nav(.class("my-day-foot", "fixed")) {
            if model.stars != nil {
              linkButton(.rewards(.rewards(model.family.id)), words.rewards, .star, style: .quiet)
            }
            context.iAmDone
          }
        } else if model.hasWayOut {
          nav(.class("my-day-foot")) {
            linkButton(
              .days(.day(family: model.family.id)), words.everybody, .people, style: .quiet)
          }
        }
        if !model.isAtTablet { context.childLinks(model.links) }
      }
    }
    let seconds = context.secondsUntil(model.endsAt)
    guard model.isChild else {
      return context.page(title, refreshSeconds: seconds) {
        context.top(
          title, crumbs: [Crumb(model.family.name, .days(.day(family: model.family.id)))])
        region
      }
    }
    return context.stage(
      title, .dataLive(true), endsVisit: true, refreshSeconds: seconds, scripts: []
    ) { region }
  }

  private static func part(
    _ part: FamilyDayPage.Part, _ model: Model, in context: ViewContext
  ) -> HTML {
    let tasks = model.tasks.filter { $0.part == part }
    guard !tasks.isEmpty else { return .empty }
    let isOnly = Set(model.tasks.map(\.part)).count == 1
    return section(.class("my-day-part")) {
      if !isOnly { h2 { context.words.partWithPicture(part) } }
      tasks.map { task($0, model, in: context) }
    }
  }

  /// Turns that others have now; a press takes that back.
  private static func passedOn(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard !model.passedOn.isEmpty else { return .empty }
    return section(.class("my-day-part")) {
      h2 { words.notMyTurn }
      ul(.class("lines", "card", "padded")) {
        model.passedOn.map { task in
          li(.class("wrap"), .dataKey(task.id)) {
            FamilyDayPage.picture(task)
            div(.class("grow")) {
              b { task.title }
              small { words.list(task.turnNotes.map { words.turnNote($0) }) }
            }
            if model.canTick {
              FamilyDayPage.turnForm(
                task, model.family.id, model.day, page: "own", in: context
              ) {
                input(.type("hidden"), .name("undo"), .value("1"))
                button(
                  .class("btn"), .type("submit"), .dataKey("press"),
                  .ariaLabel(words.undoTurnOf(task.title))
                ) {
                  Icon.undo()
                  words.undo
                }
              }
            }
          }
        }
      }
    }
  }

  private static func picture(_ task: FamilyDayPage.Task) -> HTML {
    span(.class("tile-picture", task.emoji.isEmpty ? "tile-letter" : nil), .ariaHidden()) {
      FamilyDayPage.sign(task)
    }
  }

  /// Has the browser read a title; the script shows the button where the browser can.
  private static func readAloud(_ title: String, in context: ViewContext) -> HTML {
    guard !title.isEmpty else { return .empty }
    return button(
      .class("btn", "quiet", "icon", "speak"), .type("button"), .dataSpeak(title),
      .ariaLabel(context.words.readAloud(title))
    ) {
      span(.ariaHidden()) { "🔊" }
    }
  }

  private static func task(
    _ task: FamilyDayPage.Task, _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let isDone = task.state != .open
    // What asks for a photo is done with the photo, and taken back like everything else.
    let needsPhoto = task.asksPhoto && !isDone && task.proofs.isEmpty
    let isSettled = task.isApproved && model.isChild
    return div(.class("my-task", isDone ? "is-done" : nil), .dataKey(task.id)) {
      if isSettled {
        div(.class("tile", "tinted", "is-settled", task.colour.className)) {
          tile(task, in: context)
        }
      } else {
        FamilyDayPage.tickForm(
          task, step: nil, isDone: isDone, model.family.id, model.day, page: "own", in: context
        ) {
          button(
            .class("tile", "tinted", task.colour.className), .type("submit"), .dataKey("press"),
            .ariaPressed(isDone), .disabled(!model.canTick || needsPhoto)
          ) { tile(task, in: context) }
        }
      }
      readAloud(task.title, in: context)
      if needsPhoto, model.canTick {
        context.filePicker(
          .pictures(.prove(model.family.id)), name: "photos", words.takePhoto(of: task.title),
          .photo, accept: "image/*", takesMany: false, button: words.sendPhoto,
          fields: FamilyDayPage.hidden(task, model.day))
      }
      task.proofs.prefix(1).map { $0.picture("proof") }
      if task.state == .waiting { small { words.parentLooks } }
      if isSettled { small { words.parentHasApproved } }
      if task.canSkip, !isDone, model.canTick {
        div(.class("not-me")) {
          FamilyDayPage.turnForm(task, model.family.id, model.day, page: "own", in: context) {
            button(
              .class("btn", "quiet"), .type("submit"), .dataKey("skip"),
              .ariaLabel(words.notMeToday(task.title))
            ) {
              Icon.arrow()
              words.notMeToday
            }
          }
        }
      }
      steps(of: task, model, in: context)
    }
  }

  /// What stands on a routine's large button.
  private static func tile(_ task: FamilyDayPage.Task, in context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      picture(task),
      span(.class("tile-text")) {
        task.title
        if task.streak > 1 {
          span(.class("streak"), .ariaLabel(words.streakLabel(task.streak)), .role("img")) {
            words.streakPicture(task.streak)
          }
        }
      },
      span(.class("tile-mark"), .ariaHidden()) {
        task.state == .done ? "✅" : task.state == .waiting ? "⏳" : "⬜"
      },
    ])
  }

  private static func steps(
    of task: FamilyDayPage.Task, _ model: Model, in context: ViewContext
  ) -> HTML {
    guard !task.steps.isEmpty else { return .empty }
    return ol(.class("tiles"), .dataKey("steps")) {
      task.steps.map { step in
        li {
          FamilyDayPage.tickForm(
            task, step: step.id, isDone: step.isDone, model.family.id, model.day,
            page: "own", in: context
          ) {
            button(
              .class(
                "tile", "small", step.isDone ? "is-done" : nil,
                step.isOptional ? "is-optional" : nil), .type("submit"),
              .dataKey("press"), .ariaPressed(step.isDone),
              .disabled(
                !model.canTick || step.comesLater
                  || step.isDone && task.isApproved && model.isChild)
            ) {
              if let image = step.image {
                image.picture("tile-photo")
              } else {
                span(.class("tile-picture"), .ariaHidden()) {
                  step.emoji.isEmpty ? "▫️" : step.emoji
                }
              }
              span(.class("tile-text")) { FamilyDayPage.title(of: step, context.words) }
              span(.class("tile-mark"), .ariaHidden()) { step.isDone ? "✅" : "⬜" }
            }
          }
          readAloud(step.title, in: context)
        }
      }
    }
  }
}
