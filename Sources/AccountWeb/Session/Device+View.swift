import Web

extension DevicePage {
  /// Posts `name`, `password` and `deviceName` to ``Route/device``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = model.isAgain ? words.deviceAgainTitle : words.deviceTitle
    return context.flow(title, isNarrow: true) {
      brand(words)
      div(.class("intro")) {
        h1 { title }
        p(.class("muted")) { model.isAgain ? words.deviceAgainText : words.deviceText }
      }
      if let problem = model.problem { note(.bad) { words.problem(problem) } }
      section(.class("card", "pad")) {
        div(.class("hub-address")) {
          span(.class("ic")) { Icon.link(24) }
          div {
            small { words.yourHub }
            b(.class("num")) { model.hub }
          }
        }
        context.postForm(.session(.device)) {
          context.field(
            "name", words.signInName, model.name,
            FieldStyle(
              autocomplete: "username", isRequired: true, hasFocus: true, isVerbatim: true))
          context.field(
            "password", words.password, FieldValue(),
            FieldStyle(type: "password", autocomplete: "current-password", isRequired: true))
          context.field(
            "deviceName", words.deviceName, model.deviceName,
            FieldStyle(hint: words.deviceNameHint, maxLength: 80))
          actions { submit(model.isAgain ? words.signIn : words.connectDevice, .arrow) }
        }
      }
    }
  }
}
