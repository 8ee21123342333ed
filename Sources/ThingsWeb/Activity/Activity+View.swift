import Web
import AccountWeb

extension ActivityPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = title(model, words)
    return context.page(title, isLive: false) {
      context.top(title, crumbs: crumbs(model, in: context))
      if let problem = model.problem { note(.bad) { words.activityProblem(problem) } }
      section(.class("card")) {
        if model.isUnreachable {
          emptyState("🔌", words.activityUnreachableTitle, words.activityUnreachableText)
        } else if model.rows.isEmpty {
          emptyState("🕰️", words.noActivityTitle, words.noActivityText)
        } else {
          ul(.class("lines", "padded", "activity")) {
            model.rows.map { row($0, model, in: context) }
          }
        }
      }
      if let older = model.older {
        p(.class("more")) { linkButton(olderRoute(model, older), words.olderActivity, .arrow) }
      } else if model.isCutOff {
        p(.class("muted")) { words.activityCutOff }
      }
    }
  }

  private static func title(_ model: Model, _ words: Catalogue) -> String {
    switch model.scope {
    case .home: words.activity(of: model.home.name)
    case .item(_, let name): words.activity(of: name)
    case .change: words.oneChange
    }
  }

  private static func crumbs(_ model: Model, in context: ViewContext) -> [Crumb] {
    let home = Crumb(model.home.name, .homes(.home(model.home.id)))
    switch model.scope {
    case .home: return [home]
    case .item(let id, let name): return [home, Crumb(name, .items(.item(id)))]
    case .change:
      return [home, Crumb(context.words.activity, .activity(.homeActivity(home: model.home.id)))]
    }
  }

  private static func olderRoute(_ model: Model, _ older: Int64) -> Route {
    if case .item(let id, _) = model.scope {
      return .activity(.itemActivity(item: id, before: older))
    }
    return .activity(.homeActivity(home: model.home.id, before: older))
  }

  private static func row(_ row: Row, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let change: Route = .activity(.change(home: model.home.id, sequence: row.sequence))
    return li(.id("change-\(row.sequence)")) {
      avatar(row.person)
      div(.class("grow")) {
        b { row.isYou ? words.you : words.activityPerson(row.person.name) }
        row.lines.map { line($0, row, model, in: context) }
        small {
          HTML(text: words.ago(row.at, now: context.now) + " · " + words.moment(row.at))
        }
      }
      if model.scope == .change {
        if row.canTakeBack { context.postButton(change, words.takeBack, .undo, style: .danger) }
      } else if row.canTakeBack {
        linkButton(change, words.lookAndTakeBack, .undo, style: .quiet)
      }
    }
  }

  private static func line(
    _ line: Line, _ row: Row, _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    guard case .record(_, let subject, let fields) = line else {
      return p(.class("did")) { words.activity(line) }
    }
    let sentence = words.activity(line)
    return div(.class("did")) {
      p {
        if let route = subject.route {
          a(.class("link"), .href(route)) { sentence }
        } else {
          sentence
        }
      }
      if !fields.isEmpty {
        ul(.class("fields")) { fields.map { field($0, row, model, in: context) } }
      }
    }
  }

  private static func field(
    _ change: FieldChange, _ row: Row, _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    return li {
      words.fieldChange(
        words.activityField(change.field), from: words.activityValue(change.before),
        to: words.activityValue(change.after))
      if let restore = change.restore, row.canTakeBack {
        context.postForm(
          .activity(.restoreValue(home: model.home.id, sequence: row.sequence)), .class("inline")
        ) {
          input(.type("hidden"), .name("table"), .value(restore.table))
          input(.type("hidden"), .name("id"), .value(restore.id))
          input(.type("hidden"), .name("register"), .value(restore.register))
          button(
            .class("btn", "quiet", "small"), .type("submit"),
            .ariaLabel(
              words.restoreValue(
                words.activityField(change.field), words.activityValue(change.before)))
          ) { words.restore }
        }
      }
    }
  }
}
