extension ErrorPage {
  /// The answer's status is the reason's ``ErrorReason/status``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let title = words.errorTitle(model.reason)
    let body = section(.class("question")) {
      small(.class("num", "muted")) { words.errorNumber(model.reason.status) }
      h1 { title }
      p(.class("muted")) { words.errorText(model.reason) }
      if !model.typed.isEmpty || model.isForm { typed(model, in: context) }
      actions {
        if model.reason == .sharedHomesHidden, context.frame?.homes.isEmpty == true {
          // Somebody who shares all their homes has no dashboard now.
          linkButton(context.landmarks.newHome, words.newHome, .plus, style: .quiet)
        } else if case .insecureAddress(let origin) = model.reason {
          if let address = ExternalAddress(origin) {
            a(.class("btn", "primary"), .href(address)) { words.goToAddress(origin) }
          }
        } else if ![.deviceLocked, .signedOut].contains(model.reason) {
          linkButton(
            context.landmarks.front, words.toDashboard,
            style: model.retry == nil && !model.reason.isFamilyOver ? .primary : .quiet)
        }
        if model.reason.isFamilyOver {
          linkButton(
            context.landmarks.list(of: .family), words.foundOrJoinFamily, .people, style: .primary)
        }
        if case .homeDeleted(let home, canRestore: true) = model.reason {
          linkButton(
            context.landmarks.restore(home), words.restoreStep(home.kind), style: .primary)
        }
        if let retry = model.retry, !model.isForm {
          if model.reason == .signedOut {
            linkButton(retry, words.signIn, style: .primary)
          } else if case .homeMerged(_, let target) = model.reason {
            linkButton(retry, words.goTo(target), style: .primary)
          } else {
            linkButton(retry, words.tryAgain, .sync, style: .primary)
          }
        }
      }
    }
    return context.frame == nil
      ? context.flow(title, isNarrow: true) { body }
      // What is hidden shows again by itself.
      : context.page(title, isLive: model.reason == .sharedHomesHidden && !model.isForm) {
        body
      }
  }
}

extension ErrorPage {
  /// What was typed, to read and to copy; with a button to send it again where that may help.
  private static func typed(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let isElsewhere =
      if case .homeMerged = model.reason { true } else { model.lostHomeID != nil }
    return div(.class("stack")) {
      if !model.form.isEmpty, !isElsewhere { p { words.typedIsKept } }
      if !model.typed.isEmpty {
        div(.class("draft")) {
          small { words.whatYouWrote }
          ul { model.typed.map { text in li(.class("prose")) { text } } }
        }
      }
      if let lost = model.lostHomeID, let route = model.retry {
        elsewhere(lost, route, model, in: context)
      } else if let retry = model.retry, model.isForm {
        context.postForm(retry) {
          sent(model)
          actions {
            if case .homeMerged(_, let target) = model.reason {
              submit(words.saveIn(target), .check)
            } else {
              submit(words.tryAgain, .sync)
            }
          }
        }
      }
    }
  }
}

extension ErrorPage {
  /// A button for each home that can take the new thing meant for a lost home, private homes
  /// first.
  private static func elsewhere(
    _ lost: String, _ route: Route, _ model: Model, in context: ViewContext
  ) -> HTML {
    let homes = (context.frame?.homes ?? []).filter { $0.role != .viewer }
    let ordered = homes.filter { !$0.isShared } + homes.filter(\.isShared)
    return HTML(
      joining: ordered.compactMap { home in
        guard let there = context.areas.routes.route(route, replacing: lost, with: home.id) else {
          return nil
        }
        return context.postForm(there, .class("inline")) {
          sent(model)
          submit(context.words.saveIn(ZoneLink(id: home.id, name: home.name)), .check)
        }
      })
  }

  private static func sent(_ model: Model) -> [HTML] {
    model.form.map { input(.type("hidden"), .name($0.name), .value($0.value)) }
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
          a(.class("btn", "primary"), .href(context.landmarks.front), .dataReload()) {
            Icon.sync()
            words.tryAgain
          }
        }
      }
    }
  }
}
