import Web
import SharingWeb

extension SignUpPage {
  /// Posts the names of ``Field`` to ``Route/setUp`` or ``Route/signUp(invite:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.signUpTitle(model.admission), isNarrow: true) {
      brand(words)
      div(.class("intro")) {
        h1 { words.signUpTitle(model.admission) }
        p(.class("muted")) { words.signUpText(model.admission) }
      }
      if model.admission == .shut {
        actions { linkButton(.session(.signIn()), words.signIn, style: .primary) }
      } else if model.admission == .closed {
        section(.class("card", "pad", "stack")) {
          div(.class("row")) {
            span(.class("ic")) { Icon.ticket(24) }
            p { words.inviteOnlyHint }
          }
          actions {
            linkButton(.session(.signIn()), words.signIn, style: .quiet)
            linkButton(.joining(.join), words.enterCode, .ticket, style: .primary)
          }
        }
      } else {
        form(model, in: context)
        p(.class("muted", "centred")) {
          words.haveAccount
          " "
          a(.class("link"), .href(.session(.signIn()))) { words.signIn }
        }
      }
    }
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return section(.class("card", "pad")) {
      context.postForm(target(model.admission)) {
        context.field(
          "displayName", words.displayName, model.values[.displayName],
          FieldStyle(
            autocomplete: "name", hint: words.displayNameHint, maxLength: 64, isRequired: true,
            hasFocus: true))
        context.field(
          "name", words.signInName, model.values[.name],
          FieldStyle(
            autocomplete: "username", hint: words.signInNameHint, maxLength: 64, isRequired: true,
            isVerbatim: true))
        context.field(
          "password", words.password,
          FieldValue(problem: model.values[.password].problem),
          FieldStyle(
            type: "password", autocomplete: "new-password",
            hint: words.passwordHint(model.minPasswordCharacters), isRequired: true))
        actions { submit(words.createAccount, .arrow) }
      }
    }
  }

  private static func target(_ admission: Admission) -> Route {
    switch admission {
    case .first: .session(.setUp)
    case .invite(let token, _, _), .boundInvite(let token, _): .session(.signUp(invite: token))
    case .open, .closed, .shut: .session(.signUp())
    }
  }
}
