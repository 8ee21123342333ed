import SharingWeb
import Web
import AccountWeb

extension ActivityPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let frame = ActivityFrame(
      title: title(model, words), crumbs: crumbs(model, in: context),
      problem: model.problem.map { words.activityProblem($0) },
      isUnreachable: model.isUnreachable, older: model.older.map { olderRoute(model, $0) },
      isCutOff: model.isCutOff)
    return context.activityPage(frame, rows: model.rows.map { row($0, model, in: context) })
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
    let action: HTML =
      if !row.canTakeBack {
        .empty
      } else if model.scope == .change {
        context.postButton(change, words.takeBack, .undo, style: .danger)
      } else {
        linkButton(change, words.lookAndTakeBack, .undo, style: .quiet)
      }
    return context.activityRow(
      ActivityAuthor(
        sequence: row.sequence, person: row.person,
        name: row.isYou ? words.you : words.activityPerson(row.person.name), at: row.at),
      lines: row.lines.map { line($0, row, model, in: context) }, action: action)
  }

  private static func line(
    _ line: Line, _ row: Row, _ model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    guard case .record(_, let subject, let fields) = line else {
      return p(.class("did")) { words.activity(line) }
    }
    return context.activityLine(
      words.activity(line), subject.route,
      fields: fields.map { field($0, row, model, in: context) })
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
