import Values
import Web

extension RoutinesPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    return context.page(words.routines) {
      context.top(
        words.routines, crumbs: [Crumb(model.family.name, .days(.day(family: id)))]
      ) {
        if model.canPlan {
          linkButton(.routines(.newRoutine(family: id)), words.addRoutine, .plus, style: .primary)
        }
      }
      section(.class("card")) {
        if model.rows.isEmpty {
          emptyState("🌅", words.noRoutines, words.noRoutinesText)
          if model.canPlan { RoutineFormPage.templates(model.family.id, in: context) }
        }
        ul(.class("lines", "padded")) { model.rows.map { row($0, model, in: context) } }
      }
      if !model.archived.isEmpty {
        details(.class("card", "more")) {
          summary {
            h2 { words.archivedRoutines(model.archived.count) }
            Icon.chevronDown()
          }
          ul(.class("lines", "padded")) { model.archived.map { row($0, model, in: context) } }
        }
      }
    }
  }

  private static func row(_ row: Row, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let week = Route.routines(.week(family: model.family.id, routine: row.id))
    return li(.dataKey(row.id)) {
      span(.class("thumb", "tinted", row.colour.className), .ariaHidden()) {
        row.emoji.isEmpty ? "☑️" : row.emoji
      }
      div(.class("grow")) {
        a(.href(week)) { b { row.title } }
        small { words.describe(row) }
        small { words.forWhom(row.mode, row.people.map(\.name)) }
      }
    }
  }
}

extension RoutineFormPage {
  /// Posts to ``RoutineRoute/newRoutine(family:)`` or ``RoutineRoute/routine(family:routine:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    let isNew = model.routineID.isEmpty
    let target: Route =
      isNew
      ? .routines(.newRoutine(family: id))
      : .routines(.routine(family: id, routine: model.routineID))
    let title = isNew ? words.addRoutine : words.editRoutine
    return context.page(title, isLive: false) {
      context.top(title, crumbs: [Crumb(words.routines, .routines(.routines(family: id)))])
      div(.class("form-page")) {
        if model.isStale { note(.warn) { words.routineChangedMeanwhile } }
        if model.offersTemplates { templates(id, in: context) }
        context.postForm(target, .class("stack")) {
          input(.type("hidden"), .name("version"), .value(model.version))
          what(model, in: context)
          whom(model, in: context)
          when(model, in: context)
          steps(model, in: context)
          div(.class("actions", "sticky")) {
            linkButton(
              isNew
                ? .routines(.routines(family: id))
                : .routines(.week(family: id, routine: model.routineID)), words.cancel,
              style: .quiet)
            submit(words.save, .check)
          }
        }
        if !isNew {
          div(.class("row", "wrap")) {
            linkButton(
              .pictures(.steps(family: id, routine: model.routineID)), words.stepPictures, .photo,
              style: .quiet)
            linkButton(
              .routines(.newRoutine(family: id, like: model.routineID)), words.duplicateRoutine,
              .copy, style: .quiet)
            archive(model, model.isArchived ? words.bringBack : words.archiveRoutine, in: context)
          }
          deleting(model, in: context)
        }
      }
    }
  }

  /// Puts the routine out of the way, or brings it back.
  private static func archive(
    _ model: Model, _ title: String, in context: ViewContext
  ) -> HTML {
    context.postForm(
      .routines(.archiveRoutine(family: model.family.id, routine: model.routineID)),
      .class("inline")
    ) {
      input(.type("hidden"), .name("archived"), .value(model.isArchived ? "" : "1"))
      submit(title, .shelf, style: .quiet)
    }
  }

  /// Says what goes with the routine before it is deleted, and offers what keeps it.
  private static func deleting(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return settingsSection(words.deleteRoutine, id: "delete") {
      p(.class("muted")) {
        model.canBeDeleted ? words.deletesRoutine(stars: model.starsLost) : words.doneTooOften
        if !model.isArchived { " " + words.archivingKeeps }
      }
      div(.class("row", "wrap")) {
        if !model.isArchived { archive(model, words.archiveInstead, in: context) }
        if model.canBeDeleted {
          context.postButton(
            .routines(.deleteRoutine(family: model.family.id, routine: model.routineID)),
            words.deleteThisRoutine, .trash, style: .danger)
        }
      }
    }
  }

  /// What a new routine can begin with.
  static func templates(_ family: String, in context: ViewContext) -> HTML {
    let words = context.words
    return nav(.class("row", "wrap", "templates"), .ariaLabel(words.beginWith)) {
      span(.class("muted")) { words.beginWith }
      words.routineTemplates.map { template in
        a(
          .class("chip"), .href(.routines(.newRoutine(family: family, template: template.id)))
        ) {
          span(.class("emoji"), .ariaHidden()) { template.emoji }
          template.title
        }
      }
    }
  }

  private static func what(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      div(.class("columns", "narrow-second")) {
        context.field(
          "title", words.routineTitle, model.values[.title],
          FieldStyle(
            placeholder: words.routineExample, maxLength: 200, isRequired: true,
            hasFocus: model.routineID.isEmpty))
        context.field("emoji", words.emojiTitle, model.values[.emoji], FieldStyle(maxLength: 8))
      }
      context.colourPicker("colorIndex", words.faceColour, model.colour)
      context.picker(
        "partOfDay", words.partOfDayTitle, model.values[.partOfDay],
        FamilyDayPage.Part.allCases.map { ($0.rawValue, words.part($0)) })
    }
  }

  private static func whom(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      fieldset {
        legend { words.forWhomTitle }
        model.people.map { person in
          context.checkbox(
            "people", value: person.id, person.name, isChecked: model.chosen.contains(person.id),
            emoji: person.emoji)
        }
        context.problem("people", model.values[.people], of: words.forWhomTitle)
      }
      div(.class("columns")) {
        context.picker(
          "mode", words.howShared, model.values[.mode],
          RoutinesPage.Mode.allCases.map { ($0.rawValue, words.mode($0)) })
        context.picker(
          "begins", words.beginsWith, model.values[.begins],
          [("", words.firstInList)] + model.people.map { ($0.id, $0.name) },
          FieldStyle(hint: words.beginsHint))
      }
      context.checkbox(
        "asksApproval", value: "yes", words.asksApproval,
        isChecked: model.values[.asksApproval].text == "yes")
      context.checkbox(
        "asksPhoto", value: "yes", words.asksPhoto,
        isChecked: model.values[.asksPhoto].text == "yes")
      if model.hasStars {
        context.field(
          "stars", words.starsTitle, model.values[.stars],
          FieldStyle(inputmode: "numeric", hint: words.starsHint, maxLength: 3))
      } else {
        input(.type("hidden"), .name("stars"), .value(model.values[.stars].text))
      }
      context.checkbox(
        "isFirst", value: "yes", words.isFirst, isChecked: model.values[.isFirst].text == "yes")
    }
  }

  private static func when(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      div(.class("columns")) {
        context.picker(
          "kind", words.whenTitle, model.values[.kind],
          [
            ("weekdays", words.onWeekdays), ("everyDays", words.everyFewDays),
            ("afterDone", words.afterDone),
          ])
        context.field(
          "everyCount", words.howManyDays, model.values[.everyCount],
          FieldStyle(inputmode: "numeric", hint: words.howManyDaysHint, maxLength: 4))
      }
      fieldset(.class("weekdays")) {
        legend { words.weekdaysTitle }
        (0..<7).map { day in
          context.checkbox(
            "weekday", value: String(day), words.weekday(day),
            isChecked: model.weekdays.contains(day))
        }
        context.problem("weekdays", model.values[.weekdays], of: words.weekdaysTitle)
      }
      div(.class("columns")) {
        context.field(
          "startsOn", words.startsOn, model.values[.startsOn],
          FieldStyle(type: "date", isRequired: true))
        context.field(
          "endsOn", words.untilDay, model.values[.endsOn],
          FieldStyle(type: "date", hint: words.optional))
      }
    }
  }

  private static func steps(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      context.textBox(
        "steps", words.stepsTitle, model.values[.steps],
        FieldStyle(hint: words.stepsHint, placeholder: words.stepsExample, maxLength: 12_000))
      context.checkbox(
        "inOrder", value: "yes", words.inOrder, isChecked: model.values[.inOrder].text == "yes")
      context.checkbox(
        "requiredFirst", value: "yes", words.requiredFirst,
        isChecked: model.values[.requiredFirst].text == "yes")
      context.textBox("note", words.noteTitle, model.values[.note], FieldStyle(maxLength: 4000))
    }
  }
}
