import Web

extension InviteNotMadePage {
  /// Posts what was chosen to ``Route/invites(_:zone:)`` again.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let chosen = [
      ("role", model.role.rawValue), ("hours", String(model.hours)),
      ("uses", String(model.uses)), ("for", model.boundTo),
      ("apart", model.allowsMerge ? "" : "1"),
    ]
    return context.question(
      words.inviteNotMade(isUncertain: model.isUncertain),
      words.inviteNotMadeText(isUncertain: model.isUncertain), icon: .cloudOff,
      crumbs: [Crumb(words.settings(model.zone.kind), context.landmarks.settings(of: model.zone))],
      rows: [
        (
          .ticket, words.role(model.role, in: model.zone.kind),
          words.inviteChosen(uses: model.uses, boundTo: model.boundTo, hours: model.hours)
        )
      ]
    ) {
      linkButton(
        context.landmarks.settings(of: model.zone), words.cancel, style: .quiet,
        fragment: "sharing")
      context.postForm(.sharing(.invites(model.zone.kind, zone: model.zone.id)), .class("inline")) {
        chosen.map { input(.type("hidden"), .name($0.0), .value($0.1)) }
        submit(words.tryAgain, .sync)
      }
    }
  }
}
