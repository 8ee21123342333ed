import Web

extension DeletePolicyPage {
  /// Posts to ``Route/deletePolicy(home:policy:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let home = model.home.id
    var rows: [(icon: Icon, text: String, detail: String)] = []
    if !model.number.isEmpty {
      rows.append((icon: .shield, text: words.policyNumbered(model.number), detail: ""))
    }
    if model.paperCount > 0 {
      rows.append((icon: .file, text: words.papersGo(model.paperCount), detail: ""))
    }
    if !model.alsoCovers.isEmpty {
      rows.append((icon: .houses, text: words.staysWith(model.alsoCovers), detail: ""))
    }
    return context.question(
      words.deleteItemTitle(model.provider), words.deletePolicyText, icon: .trash,
      crumbs: [
        Crumb(model.home.name, .homes(.home(home))),
        Crumb(words.insurance, .insurance(.policies(home: home))),
      ], rows: rows
    ) {
      linkButton(.insurance(.policies(home: home)), words.keepIt, style: .quiet)
      context.postButton(
        .insurance(.deletePolicy(home: home, policy: model.policyID)), words.deletePolicy, .trash,
        style: .destructive)
    }
  }
}
