import Web

extension PeoplePage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.people, refreshSeconds: context.secondsUntil(model.nextEnd)) {
      context.top(words.people, note: words.peopleNote) {
        linkButton(.joining(.join), words.joinHome, .ticket)
      }
      div(.class("stack")) {
        context.notices(model.notices)
        context.waitingJoins(model.joins)
        undecided(model.undecided, in: context)
        div(.class("grid2", "even")) {
          card(words.whoHasWhat) {
            ul(.class("lines")) {
              model.people.map { row in
                li {
                  avatar(row.person)
                  div(.class("grow")) {
                    b { row.isYou ? words.personIsYou(row.person.name) : row.person.name }
                    small {
                      row.homes.map { words.access($0.home, $0.role) }.joined(separator: " · ")
                    }
                  }
                }
              }
            }
          }
          card(words.homesAndGroups) {
            ul(.class("lines")) { model.homes.map { home($0, in: context) } }
          }
        }
      }
      if model.people.count <= 1 { note { words.aloneHint } }
    }
  }

  private static func undecided(_ rows: [UndecidedJoin], in context: ViewContext) -> HTML {
    let words = context.words
    guard !rows.isEmpty else { return .empty }
    return card(words.undecidedJoins, id: "undecided") {
      ul(.class("lines")) {
        rows.map { row in
          li(.class("member"), .dataKey(row.id)) {
            avatar(row.owner)
            div(.class("grow")) { b { words.undecidedJoin(row.owner.name, row.homeName) } }
            div(.class("inline", "row", "wrap")) {
              context.postButton(.joining(.endJoin(row.id)), words.notNow, style: .quiet)
              linkButton(context.landmarks.decision(ofJoin: row.id), words.goOnDeciding, .arrow)
            }
          }
        }
      }
    }
  }

  private static func home(_ home: Home, in context: ViewContext) -> HTML {
    let words = context.words
    return li {
      a(
        .class("row", "grow"),
        .href(context.landmarks.settings(of: home.home), fragment: "sharing")
      ) {
        span(.class("grow")) {
          b { home.home.name }
          small {
            home.people.count > 1 ? words.sharedWith(home.people.count - 1) : words.notShared
            if home.inviteCount > 0 { " · " + words.inviteCount(home.inviteCount) }
          }
        }
        if home.people.count > 1 { avatars(home.people, words) }
        statusChip(words.role(home.role, in: home.home.kind), .role)
        Icon.chevronRight(16)
      }
    }
  }
}
