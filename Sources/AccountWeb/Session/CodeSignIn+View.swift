import Web

/// Signing in with a code that a parent has made, on a child's device.
package enum CodeSignInPage {
  package struct Model: Equatable, Sendable {
    package var code: FieldValue

    package init(code: FieldValue = FieldValue()) { self.code = code }
  }

  /// Posts `code`. A link brings the code along; nothing happens before the press, so that a program
  /// that looks at links does not use it up.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.codeSignIn, isNarrow: true) {
      brand(words)
      div(.class("intro")) {
        h1 { words.codeSignIn }
        p(.class("muted")) { words.codeSignInText }
      }
      section(.class("card", "pad")) {
        context.postForm(.session(.codeSignIn())) {
          context.field(
            "code", words.codeFromParent, model.code,
            FieldStyle(
              autocomplete: "off", placeholder: words.codeExample, maxLength: 32, isRequired: true,
              hasFocus: true, isVerbatim: true))
          actions { submit(words.signIn, .check) }
        }
      }
      p(.class("muted", "centred")) {
        a(.class("link"), .href(.session(.signIn()))) { words.signInWithPassword }
      }
    }
  }
}
