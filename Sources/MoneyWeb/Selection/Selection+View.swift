import Web

extension SelectionPage {
  /// Posts to ``SelectionRoute/selection(group:_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    let list = Route.groups(.group(group, model.query))
    return page(
      of: list, action: .selections(.selection(group: group, model.query)), kept: model.kept,
      crumbs: [Crumb(words.money, .groups(.groups())), Crumb(model.group.name, list)],
      note: model.count.map { words.entryCount($0) } ?? words.allThatMatch,
      totals: model.totals.isEmpty
        ? nil
        : section(.class("card", "pad")) {
          model.totals.view(words)
          waitingNote(model.waitingCount, words)
        },
      rows: model.rows.map { GroupPage.row($0, of: group, words) }, in: context)
  }

  /// What was picked in a list, and what it comes to.
  ///
  /// - Parameters:
  ///   - action: where the choice is sent to once more.
  ///   - totals: `nil` if nothing was picked.
  static func page(
    of list: Route, action: Route, kept: [Kept], crumbs: [Crumb], note: String, totals: HTML?,
    rows: [HTML], in context: ViewContext
  ) -> HTML {
    let words = context.words
    return context.page(words.selectionTotals, isLive: false) {
      context.top(words.selectionTotals, crumbs: crumbs, note: note)
      div(.class("stack", "narrow")) {
        if let totals {
          totals
          context.postForm(action, .class("row", "wrap")) {
            kept.map { input(.type("hidden"), .name($0.name), .value($0.value)) }
            Action.export.view(words)
            linkButton(list, words.backToList, style: .quiet)
          }
          if !rows.isEmpty {
            section(.class("card")) { ul(.class("items", "expenses")) { rows } }
          }
        } else {
          section(.class("card")) {
            emptyState(
              "☑️", words.nothingPicked, words.nothingPickedText,
              action: linkButton(list, words.backToList, style: .primary))
          }
        }
      }
    }
  }
}

extension SelectionPage.Action {
  private var icon: Icon { self == .export ? .download : .coin }

  func view(_ words: Catalogue) -> HTML {
    button(
      .class("btn", "plain"), .type("submit"), .name("do"), .value(rawValue),
      .dataDownload(self == .export)
    ) {
      icon()
      words.selectionAction(self)
    }
  }
}
