import Web

extension InviteMadePage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.inviteReady, isLive: false) {
      context.top(
        words.inviteReady,
        crumbs: [
          Crumb(model.zone.name, context.landmarks.page(of: model.zone)),
          Crumb(words.settings(model.zone.kind), context.landmarks.settings(of: model.zone)),
        ],
        note: words.inviteSummary(
          model.role, in: model.zone.kind, uses: model.maxUses, boundTo: model.boundTo,
          ends: words.until(model.expiresAt, now: context.hubNow)))
      div(.class("invite", "card", "pad")) {
        if let qr = model.qr { qrFigure(qr, words.scanToJoin) }
        div(.class("stack")) {
          secret(words.link, model.link, words)
          secret(words.orCode, model.code, words, isLarge: true)
          note(.warn) {
            model.boundTo.isEmpty ? words.shownOnce : words.shownOnce(for: model.boundTo)
          }
        }
      }
      actions {
        linkButton(
          context.landmarks.settings(of: model.zone), words.done, .check, style: .primary,
          fragment: "sharing")
      }
    }
  }

  /// The link stands in a field, so that it can be selected without script; a code is read out.
  package static func secret(
    _ title: String, _ text: String, _ words: Catalogue, isLarge: Bool = false
  ) -> HTML {
    div(.class("field")) {
      small { title }
      div(.class("secret", isLarge ? "large" : nil)) {
        if isLarge {
          code { text }
        } else {
          input(.type("text"), .value(text), .readonly(), .ariaLabel(title))
        }
        button(
          .class("btn", "small", "needs-script"), .type("button"), .dataCopy(text),
          .dataCopied(words.copied)
        ) {
          Icon.copy(16)
          words.copy
        }
      }
    }
  }
}
