import Web
import SharingWeb

extension TokensPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.accessTokens, isLive: false) {
      context.top(words.accessTokens, crumbs: [Crumb(words.account, .account(.account))])
      div(.class("stack")) {
        if let made = model.made { secret(made, words) }
        div(.class("grid2", "even")) {
          div(.class("stack")) { form(model, in: context) }
          div(.class("stack")) { list(model, in: context) }
        }
      }
    }
  }

  /// It stands in a field, so that it can be selected without script.
  private static func secret(_ made: Model.Made, _ words: Catalogue) -> HTML {
    section(.class("card", "pad", "stack"), .id("made")) {
      h2 { words.tokenMade(made.name) }
      div(.class("field")) {
        div(.class("secret")) {
          input(
            .type("text"), .value(made.secret), .readonly(), .ariaLabel(words.tokenSecret),
            .autocomplete("off"))
          button(
            .class("btn", "small", "needs-script"), .type("button"), .dataCopy(made.secret),
            .dataCopied(words.copied)
          ) {
            Icon.copy(16)
            words.copy
          }
        }
      }
      note(.warn) { words.tokenShownOnce }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.newToken) {
      p(.class("muted")) { words.tokensText }
      context.postForm(.tokens(.accessTokens)) {
        context.field(
          "name", words.tokenName, model.values[.name],
          FieldStyle(
            autocomplete: "off", hint: words.tokenNameHint, maxLength: 100, isRequired: true))
        context.picker(
          "access", words.tokenAccess, model.values[.access],
          TokenAccess.allCases.map { ($0.rawValue, words.tokenAccess($0)) })
        context.picker(
          "home", words.tokenHomes, model.values[.home],
          [("", words.tokenAllHomes)] + model.homes.map { ($0.id, $0.name) })
        context.picker(
          "days", words.tokenLife, model.values[.days],
          TokensPage.lives.map { (String($0), words.tokenLife(days: $0)) })
        actions { submit(words.makeToken, style: .primary) }
      }
    }
  }

  private static func list(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.yourTokens) {
      if model.rows.isEmpty {
        p(.class("muted")) { words.noTokens }
      } else {
        ul(.class("lines")) {
          model.rows.map { row in
            li {
              Icon.key(22)
              div(.class("grow")) {
                b { row.name }
                small { words.tokenSummary(row.access, home: row.home) }
                small {
                  words.tokenTimes(
                    used: row.lastUsedAt.map { words.ago($0, now: context.now) },
                    ends: row.expiresAt.map { words.until($0, now: context.now) })
                }
              }
              context.postButton(
                .tokens(.revokeAccessToken(row.id)), words.revoke, style: .quiet)
            }
          }
        }
      }
      p(.class("muted")) { words.tokensEndText }
    }
  }
}
