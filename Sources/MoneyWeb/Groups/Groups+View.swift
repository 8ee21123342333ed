import SharingWeb
import Values
import Web

extension GroupsPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.money) {
      context.top(words.money) {
        linkButton(.groupImports(.choose()), words.importExpenses, .upload, style: .quiet)
        linkButton(.joining(.join), words.joinHome, .ticket)
        if !model.rows.isEmpty {
          linkButton(.groups(.newGroup), words.newGroup, .plus, style: .primary)
        }
      }
      div(.class("stack")) {
        if model.rows.isEmpty {
          section(.class("card")) {
            emptyState(
              "💶", words.noGroups, words.noGroupsText,
              action: linkButton(.groups(.newGroup), words.newGroup, .plus, style: .primary))
          }
        } else {
          if !model.totals.isEmpty {
            waitingNote(
              model.rows.reduce(0) { $0 + ($1.isArchived ? 0 : $1.waitingCount) }, words)
            div(.class("stats")) {
              model.totals.map { total in
                context.stat(
                  words.standing(total), words.money(total.magnitude),
                  to: model.currency == nil
                    ? Route.groups(.groups(currency: total.currency)) : nil)
              }
            }
          }
          if let currency = model.currency {
            div(.class("filters", "row", "wrap")) {
              context.filterSwitch(currency, isOn: true, .groups(.groups()))
            }
          }
          section(.class("card")) {
            ul(.class("lines", "padded")) { model.rows.map { row($0, words) } }
          }
        }
        if model.currency == nil { context.deletedZones(model.deleted, .group) }
      }
    }
  }

  private static func row(_ row: Row, _ words: Catalogue) -> HTML {
    li(.dataKey(row.link.id)) {
      a(.class("row", "grow"), .href(.groups(.group(row.link.id)))) {
        groupPicture(row.picture, row.emoji, row.colour)
        span(.class("grow")) {
          b { row.link.name }
          small {
            row.isArchived
              ? words.archivedGroup
              : row.people.count > 1 ? words.groupPeople(row.people.count) : words.onlyYou
          }
        }
        if row.people.count > 1 { avatars(row.people, words) }
        span(.class("right", "num")) {
          standing(row, words)
          if row.waitingCount > 0 { waitingChip(words) }
        }
        Icon.chevronRight(16)
      }
    }
  }

  private static func standing(_ row: Row, _ words: Catalogue) -> HTML {
    guard row.isMember else { return small { words.sayWhoYouAre } }
    guard !row.nets.isEmpty else { return small(.class("muted")) { words.settled } }
    return HTML(
      joining: row.nets.map { net in
        span(.class("standing")) {
          b(.class(signClass(net))) { words.money(net.magnitude) }
          small { words.standing(net) }
        }
      })
  }
}
