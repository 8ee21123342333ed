import Web
import SharingWeb

extension HomesPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.homes) {
      context.top(words.homes) {
        linkButton(.joining(.join), words.joinHome, .ticket)
      }
      div(.class("stack")) {
        div(.class("home-cards")) {
          model.rows.map { row($0, words) }
          section(.class("card", "home-card", "new")) {
            linkButton(.homes(.newHome), words.newHome, .plus, style: .primary)
          }
        }
        merged(model.merged, words)
        context.deletedZones(model.deleted, .home)
      }
    }
  }

  private static func merged(_ rows: [MergedRow], _ words: Catalogue) -> HTML {
    guard !rows.isEmpty else { return .empty }
    return card(words.mergedHomes, id: "merged") {
      ul(.class("lines")) {
        rows.map { row in
          li(.class("member"), .dataKey(row.id)) {
            Icon.merge()
            div(.class("grow")) {
              b { words.fromTo(row.homeName, row.targetName) }
              small {
                row.obstacle.map { words.cannotUndoNow($0, home: row.targetName) }
                  ?? words.undoMergeUntil(words.day(row.until))
              }
            }
            div(.class("inline", "row", "wrap")) {
              linkButton(.merging(.merged(row.id)), words.whatHappened)
              if row.obstacle == nil {
                linkButton(.merging(.undoMerge(row.id)), words.undoMerge, .undo, style: .quiet)
              }
            }
          }
        }
      }
    }
  }

  private static func row(_ row: Row, _ words: Catalogue) -> HTML {
    section(.class("card", "home-card")) {
      div(.class("row")) {
        span(.class("dot", row.home.colour.className)) { Icon.home() }
        div(.class("grow")) {
          h2 {
            a(.class("cover"), .href(.homes(.home(row.home.id)))) { row.home.name }
            if row.home.isPrimary {
              " "
              small(.class("suffix")) { words.primarySuffix }
            }
          }
          small {
            row.owner.map { words.ownedBy($0.name, row.home.role) } ?? words.homeStanding(row.home)
          }
        }
      }
      p(.class("num", "muted")) {
        ([words.itemCount(row.home.itemCount), words.roomCount(row.roomCount)]
          + row.values.map { words.money($0, .whole) }).joined(separator: " · ")
      }
      div(.class("actions", "above")) {
        linkButton(.homes(.homeSettings(row.home.id)), words.homeSettings, .gear, style: .quiet)
      }
    }
  }
}
