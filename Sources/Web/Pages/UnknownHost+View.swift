extension UnknownHostPage {
  /// Stands alone: files of ours are not served under a name that is not ours.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.alone(words.unknownHostTitle) {
      section(.class("question")) {
        small(.class("num", "muted")) { words.errorNumber(Self.status) }
        h1 { words.unknownHostTitle }
        if !model.host.isEmpty { p { words.unknownHost(model.host) } }
        if model.isDevice {
          p(.class("muted")) { words.unknownHostOfDevice }
        } else {
          p(.class("muted")) { words.unknownHostByAddress }
          if !model.host.isEmpty {
            p(.class("muted")) { words.unknownHostToAllow }
            p { code { words.publicAddressOption(model.host) } }
          }
        }
      }
    }
  }
}
