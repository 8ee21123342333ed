import Web

extension BulkChangePage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = title(model, words)
    return context.page(title, isLive: false) {
      section(.class("question")) {
        context.breadcrumbs([Crumb(words.items, model.list)])
        span(.class("ic", "large")) { model.action.icon(28) }
        h1 { title }
        notes(model, words)
        switch model.stage {
        case .nothing: way(back: model, words)
        case .tooMany(let max):
          p(.class("muted")) { words.tooManyText(max) }
          way(back: model, words)
        case .chooseTarget(let targets, let problem):
          chooseTarget(targets, problem, model, in: context)
        case .chooseLabels(let add, let remove, let new):
          chooseLabels(add, remove, new, model, in: context)
        case .chooseField(let values): chooseField(values, model, in: context)
        case .confirm(let plan, let version): confirm(plan, version, model, in: context)
        }
      }
    }
  }

  private static func title(_ model: Model, _ words: Catalogue) -> String {
    switch model.stage {
    case .nothing: words.nothingTickedTitle
    case .tooMany(let max): words.tooManyTitle(max)
    case .chooseTarget, .chooseLabels, .chooseField:
      words.manyTitle(model.action, model.count)
    case .confirm: words.manyQuestion(model.action, model.count)
    }
  }

  private static func notes(_ model: Model, _ words: Catalogue) -> HTML {
    HTML(joining: [
      model.stage == .nothing ? p(.class("muted")) { words.nothingTickedText } : .empty,
      model.hasChanged ? note(.warn) { words.selectionChanged } : .empty,
      model.goneCount > 0 ? note { words.itemsGone(model.goneCount) } : .empty,
      model.readOnlyCount > 0 ? note { words.itemsReadOnly(model.readOnlyCount) } : .empty,
    ])
  }

  private static func way(back model: Model, _ words: Catalogue) -> HTML {
    actions { linkButton(model.list, words.backToList) }
  }

  /// A form that carries what was chosen so far.
  private static func form(
    _ model: Model, _ context: ViewContext, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    context.postForm(.bulkChange(.changeItems), .class("stack")) {
      input(.type("hidden"), .name("do"), .value(model.action.rawValue))
      model.kept.map { input(.type("hidden"), .name($0.name), .value($0.value)) }
      content()
    }
  }

  private static func goOn(_ model: Model, _ words: Catalogue) -> HTML {
    actions {
      linkButton(model.list, words.cancel, style: .quiet)
      submit(words.goOn, .arrow)
    }
  }

  // MARK: - Choosing

  private static func chooseTarget(
    _ targets: [Target], _ problem: FieldProblem?, _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return form(model, context) {
      div(.class("field", problem == nil ? nil : "invalid")) {
        label(.for("f-to")) { words.whereTo }
        select(
          .class("input"), .id("f-to"), .name("to"), .ariaInvalid(problem != nil),
          .ariaDescribedBy(problem == nil ? nil : "f-to-problem")
        ) {
          targets.map { target in
            element("optgroup", [.label(target.home.name)]) {
              option(.value(target.home.id)) { words.noPlaceIn(target.home.name) }
              zip(target.places, target.depths).map { place, depth in
                return option(.value(target.home.id + " " + place.id)) {
                  indent(depth) + words.named(place.name, emoji: place.emoji)
                }
              }
            }
          }
        }
        if let problem {
          p(.class("problem"), .id("f-to-problem")) {
            Icon.warning(16)
            span { words.problem(problem) }
          }
        }
      }
      goOn(model, words)
    }
  }

  private static func chooseLabels(
    _ add: [LabelLink], _ remove: [LabelLink], _ new: FieldValue, _ model: Model,
    in context: ViewContext
  ) -> HTML {
    let words = context.words
    return form(model, context) {
      if !add.isEmpty { choices("add", words.addLabels, add, context) }
      context.field(
        "new", words.newLabelToAdd, new, FieldStyle(maxLength: 200))
      if !remove.isEmpty { choices("remove", words.removeLabels, remove, context) }
      goOn(model, words)
    }
  }

  private static func choices(
    _ name: String, _ title: String, _ labels: [LabelLink], _ context: ViewContext
  ) -> HTML {
    fieldset(.class("label-choices")) {
      legend { title }
      labels.map { label in
        context.checkbox(
          name, value: label.name, label.name, isChecked: false, emoji: label.emoji)
      }
    }
  }

  /// One form for each field: sending one changes that one alone.
  private static func chooseField(
    _ values: [Field: FieldValue], _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return HTML(joining: [
      p(.class("muted")) { words.chooseFieldText },
      ul(.class("card", "lines", "padded", "one-field")) {
        Field.allCases.map { field in
          li {
            form(model, context) {
              input(.type("hidden"), .name("field"), .value(field.rawValue))
              control(field, values[field] ?? FieldValue(), context)
              submit(words.goOn, .arrow, style: .plain)
            }
          }
        }
      },
      way(back: model, words),
    ])
  }

  private static func control(
    _ field: Field, _ value: FieldValue, _ context: ViewContext
  ) -> HTML {
    let words = context.words
    let name = "value-\(field.rawValue)"
    switch field {
    case .isInsured:
      return context.picker(
        name, words.name(of: field), value, [("yes", words.yes), ("no", words.no)])
    case .purchasedOn, .warrantyUntil:
      return context.field(
        name, words.name(of: field), value,
        FieldStyle(type: "date", hint: words.emptyTakesAway))
    case .condition, .manufacturer, .purchasedFrom:
      return context.field(
        name, words.name(of: field), value,
        FieldStyle(hint: words.emptyTakesAway, maxLength: 300))
    }
  }

  // MARK: - Confirming

  private static func confirm(
    _ plan: Plan, _ version: String, _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return HTML(joining: [
      p(.class("muted")) { words.manyText(model.action) },
      div(.class("card")) { Web.plan(rows(plan, model, words)) },
      form(model, context) {
        input(.type("hidden"), .name("confirmed"), .value(version))
        actions {
          linkButton(model.list, words.cancel, style: .quiet)
          submit(
            words.manyButton(model.action, model.count), model.action.icon,
            style: model.action == .delete ? .destructive : .primary)
        }
      },
    ])
  }

  private static func rows(
    _ plan: Plan, _ model: Model, _ words: Catalogue
  ) -> [(icon: Icon, text: String, detail: String)] {
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.box, words.itemCount(model.count), "")
    ]
    if let target = plan.target {
      rows.append(
        (.houses, words.goTo, words.list([target.home] + [target.place].compactMap(\.self))))
    }
    if !plan.addedLabels.isEmpty {
      rows.append((.tag, words.labelsAdded, words.list(plan.addedLabels)))
    }
    if !plan.removedLabels.isEmpty {
      rows.append((.tag, words.labelsRemoved, words.list(plan.removedLabels)))
    }
    if let field = plan.field {
      let value = plan.value.isEmpty ? words.takenAway : plan.value
      rows.append((.edit, words.name(of: field), value))
    }
    if plan.unchangedCount > 0 {
      rows.append((.check, words.alreadySo(plan.unchangedCount), ""))
    }
    for made in plan.madeLabels {
      rows.append((.tag, words.labelsMade(in: made.home), words.list(made.names)))
    }
    if plan.photoCount > 0 {
      let text =
        model.action == .delete
        ? words.photosDeleted(plan.photoCount) : words.photosOfThemMove(plan.photoCount)
      rows.append((.photo, text, ""))
    }
    if plan.paperCount > 0 { rows.append((.file, words.papersDeleted(plan.paperCount), "")) }
    if !plan.gaining.isEmpty { rows.append((.people, words.willSeeThem, words.list(plan.gaining))) }
    if !plan.losing.isEmpty { rows.append((.people, words.willLoseThem, words.list(plan.losing))) }
    return rows
  }
}

extension BulkChangePage.Action {
  var icon: Icon {
    switch self {
    case .move: .houses
    case .label: .tag
    case .edit: .edit
    case .archive, .unarchive: .box
    case .delete: .trash
    case .export: .download
    }
  }
}
