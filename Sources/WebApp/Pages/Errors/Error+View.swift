extension ErrorPage {
  /// The answer's status is the reason's ``ErrorReason/status``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = words.errorTitle(model.reason)
    let body = section(.class("question")) {
      small(.class("num", "muted")) { words.errorNumber(model.reason.status) }
      h1 { title }
      p(.class("muted")) { words.errorText(model.reason) }
      if !model.typed.isEmpty {
        div(.class("card", "pad", "stack")) {
          h2 { words.whatYouTyped }
          model.typed.map { text in p(.class("prose")) { text } }
        }
      }
      actions {
        if model.reason != .deviceLocked {
          linkButton(.dashboard, words.toDashboard, style: model.retry == nil ? .primary : .quiet)
        }
        if let retry = model.retry { linkButton(retry, words.tryAgain, .sync, style: .primary) }
      }
    }
    return context.frame == nil
      ? context.flow(title, isNarrow: true) { body }
      : context.page(title, isLive: false) { body }
  }
}

extension OfflinePage {
  /// Kept by the service worker; it belongs to no one and holds nothing private.
  package static func view(in context: ViewContext) -> HTML {
    let words = context.words
    return context.flow(words.offlineTitle, isNarrow: true) {
      brand(words)
      section(.class("question")) {
        span(.class("ic", "large")) { Icon.cloudOff(28) }
        h1 { words.offlineTitle }
        p(.class("muted")) { words.offlineText }
        actions {
          a(.class("btn", "primary"), .href(.dashboard), .dataReload()) {
            Icon.sync()
            words.tryAgain
          }
        }
      }
    }
  }
}
