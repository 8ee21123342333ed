import Web

extension SignInPage {
  /// Posts `name`, `password` and `then`.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.signInTitle, isNarrow: true) {
      brand(words)
      div(.class("intro")) {
        h1 { words.signInTitle }
        if let home = model.invitedTo {
          p(.class("muted")) { words.signInToJoin(home) }
        } else if let hub = model.hub {
          p(.class("muted")) { words.signInToHub(hub) }
        }
      }
      if let notice = model.notice {
        note {
          b { words.signInNotice(notice) }
          small { words.signInNoticeText(notice) }
        }
      }
      section(.class("card", "pad")) {
        context.postForm(model.hub == nil ? .session(.signIn(then: model.then)) : .session(.device))
        {
          context.field(
            "name", words.signInName, model.name,
            FieldStyle(
              autocomplete: "username", isRequired: true, hasFocus: true, isVerbatim: true))
          context.field(
            "password", words.password, FieldValue(),
            FieldStyle(type: "password", autocomplete: "current-password", isRequired: true))
          actions { submit(words.signIn) }
        }
      }
      p(.class("muted", "centred")) {
        words.noAccountYet
        " "
        a(.class("link"), .href(.session(.signUp()))) { words.howToGetOne }
      }
      if model.hub == nil {
        p(.class("muted", "centred")) {
          words.childWithCode
          " "
          a(.class("link"), .href(.session(.codeSignIn()))) { words.codeSignIn }
        }
      }
    }
  }
}
