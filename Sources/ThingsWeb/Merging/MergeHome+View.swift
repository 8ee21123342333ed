import Web
import SharingWeb

extension MergeHomePage {
  /// First the other home is chosen by its link; then posts `into` and `names` to
  /// ``MergeRoute/mergeHome(home:into:isSeparate:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    var title = words.mergeTitle(model.home.name)
    if case .confirm(let chosen) = model.step {
      title = words.mergeTitle(model.home.name, into: chosen.home.name)
    }
    return context.page(title, isLive: false) {
      section(.class("question", "wide")) {
        context.breadcrumbs([
          Crumb(model.home.name, .homes(.home(model.home.id))),
          Crumb(words.homeSettings, .homes(.homeSettings(model.home.id))),
        ])
        span(.class("ic", "large")) { Icon.houses(28) }
        h1 { title }
        switch model.step {
        case .blocked(let obstacle): blocked(obstacle, model, words)
        case .choose(let homes): choose(homes, model, in: context)
        case .confirm(let chosen): confirm(chosen, model, in: context)
        }
      }
    }
  }

  private static func keep(_ model: Model, _ words: Catalogue) -> HTML {
    linkButton(.homes(.homeSettings(model.home.id)), words.keepIt, style: .quiet)
  }

  private static func blocked(
    _ obstacle: Obstacle, _ model: Model, _ words: Catalogue
  ) -> HTML {
    HTML(joining: [
      note(.warn) { words.mergeObstacle(obstacle, home: model.home.name) },
      actions {
        keep(model, words)
        switch obstacle {
        case .sharedOut:
          linkButton(
            .homes(.homeSettings(model.home.id)), words.homeSettings, .gear, style: .primary,
            fragment: "sharing")
        case .readOnly, .targetGone:
          linkButton(
            .merging(.mergeHome(home: model.home.id)), words.mergeStep, .houses, style: .primary)
        case .tooLarge, .noOther: HTML.empty
        }
      },
    ])
  }

  private static func choose(
    _ homes: [ZoneLink], _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return HTML(joining: [
      p(.class("muted")) { words.mergeText },
      context.homeChoice(homes) { .merging(.mergeHome(home: model.home.id, into: $0.id)) },
      actions { keep(model, words) },
    ])
  }

  private static func confirm(
    _ chosen: Chosen, _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let address = { (isSeparate: Bool) in
      Route.merging(
        .mergeHome(home: model.home.id, into: chosen.home.id, isSeparate: isSeparate))
    }
    return HTML(joining: [
      mergePlan(
        from: model.home.name, chosen, combining: address(false), separate: address(true),
        in: context),
      note {
        words.mergeUndoNote
        " "
        words.othersUntouched(model.untouched)
      },
      chosen.owner.map { owner in note(.warn) { words.mergeOwnerNote(owner) } } ?? .empty,
      changed(chosen, words),
      context.postForm(address(chosen.isSeparate)) {
        input(.type("hidden"), .name("into"), .value(chosen.home.id))
        input(
          .type("hidden"), .name("names"), .value(chosen.isSeparate ? "separate" : "combine"))
        input(.type("hidden"), .name("plan"), .value(chosen.digest))
        actions {
          keep(model, words)
          submit(words.moveItems(chosen.summary.items, into: chosen.home.name), .arrow)
        }
      },
    ])
  }

  /// Says that the plan is another one than that which was confirmed.
  static func changed(_ chosen: Chosen, _ words: Catalogue) -> HTML {
    chosen.hasChanged ? note(.bad) { words.hasChanged } : .empty
  }

  /// The card that says exactly what will happen, with the choice of what becomes of equal names.
  static func mergePlan(
    from name: String, _ chosen: Chosen, combining: Route, separate: Route,
    in context: ViewContext
  ) -> HTML {
    let words = context.words
    var rows = chosen.summary.rows(owner: chosen.owner, isDone: false, words)
    if !chosen.gaining.isEmpty {
      rows.append((.people, words.willSeeIt, words.list(chosen.gaining)))
    }
    if chosen.movesPrimary {
      rows.append((.star, words.becomesPrimary(chosen.home.name), ""))
    }
    return section(.class("card")) {
      div(.class("pad", "plan-head")) {
        div(.class("between")) {
          h2 { words.fromTo(name, chosen.home.name) }
          context.filterMenu(
            chosen.isSeparate ? words.keepSeparate : words.combineNames, isOn: false,
            [
              FilterChoice(
                text: words.combineNames, route: combining, isChosen: !chosen.isSeparate),
              FilterChoice(text: words.keepSeparate, route: separate, isChosen: chosen.isSeparate),
            ])
        }
        p(.class("muted")) {
          chosen.isSeparate
            ? words.keepSeparateText : words.combineNamesText(owner: chosen.owner)
        }
      }
      plan(rows)
    }
  }
}
