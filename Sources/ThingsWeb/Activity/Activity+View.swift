import SharingWeb
import Web

extension ActivityPage: ZoneActivity {
  package typealias Difference = FieldChange
  package typealias Problem = ActivityProblem

  package static func sentence(_ line: Line, _ words: Catalogue) -> String {
    words.activity(line)
  }

  package static func problem(_ problem: ActivityProblem, _ words: Catalogue) -> String {
    words.activityProblem(problem)
  }

  package static func crumbs(_ home: ZoneLink, _ words: Catalogue) -> [Crumb] {
    [Crumb(home.name, .homes(.home(home.id)))]
  }

  package static func route(to place: ActivityPlace, in home: String) -> Route {
    switch place {
    case .record(let item): .items(.item(item))
    case .activity(let item?, let before): .activity(.itemActivity(item: item, before: before))
    case .activity(nil, let before): .activity(.homeActivity(home: home, before: before))
    case .change(let sequence): .activity(.change(home: home, sequence: sequence))
    }
  }

  package static func difference(
    _ change: FieldChange, _ row: Row, of home: ZoneLink, in context: ViewContext
  ) -> HTML {
    let words = context.words
    let field = words.activityField(change.field)
    let sentence = words.fieldChange(field, from: change.before, to: change.after)
    guard let restore = change.restore, row.canTakeBack else { return HTML(text: sentence) }
    return HTML(joining: [
      HTML(text: sentence),
      context.postForm(
        .activity(.restoreValue(home: home.id, sequence: row.sequence)), .class("inline")
      ) {
        input(.type("hidden"), .name("table"), .value(restore.table))
        input(.type("hidden"), .name("id"), .value(restore.id))
        input(.type("hidden"), .name("register"), .value(restore.register))
        button(
          .class("btn", "quiet", "small"), .type("submit"),
          .ariaLabel(words.restoreValue(field, words.activityValue(change.before)))
        ) { words.restore }
      },
    ])
  }
}
