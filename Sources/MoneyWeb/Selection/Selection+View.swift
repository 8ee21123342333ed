import Web

extension SelectionPage {
  /// Posts to ``SelectionRoute/selection(group:_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    let list = Route.groups(.group(group, model.query))
    return context.page(words.selectionTotals, isLive: false) {
      context.top(
        words.selectionTotals,
        crumbs: [Crumb(words.money, .groups(.groups)), Crumb(model.group.name, list)],
        note: model.count.map { words.entryCount($0) } ?? words.allThatMatch)
      div(.class("stack", "narrow")) {
        if model.totals.isEmpty {
          section(.class("card")) {
            emptyState(
              "☑️", words.nothingPicked, words.nothingPickedText,
              action: linkButton(list, words.backToList, style: .primary))
          }
        } else {
          section(.class("card", "pad")) { model.totals.view(words) }
          context.postForm(
            .selections(.selection(group: group, model.query)), .class("row", "wrap")
          ) {
            model.kept.map { field in
              input(.type("hidden"), .name(field.name), .value(field.value))
            }
            button(
              .class("btn", "plain"), .type("submit"), .name("do"),
              .value(Action.export.rawValue), .dataDownload(true)
            ) {
              Action.export.icon()
              words.selectionAction(.export)
            }
            linkButton(list, words.backToList, style: .quiet)
          }
          if !model.rows.isEmpty {
            section(.class("card")) {
              ul(.class("items", "expenses")) {
                model.rows.map { GroupPage.row($0, of: group, words) }
              }
            }
          }
        }
      }
    }
  }
}

extension SelectionPage.Action {
  var icon: Icon { self == .export ? .download : .coin }
}
