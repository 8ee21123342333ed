extension SearchesPage {
  /// Posts `name` to ``SearchRoute/savedSearches(_:)`` or ``SearchRoute/savedSearch(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.savedSearches, isLive: model.new == nil) {
      context.top(
        words.savedSearches, crumbs: [Crumb(words.search, context.landmarks.search)],
        note: words.savedSearchesNote)
      if let new = model.new { save(new, in: context) }
      if model.searches.isEmpty, model.new == nil {
        section(.class("card")) {
          emptyState(
            "🔎", words.noSavedSearchesTitle, words.noSavedSearchesText,
            action: linkButton(context.landmarks.search, words.search))
        }
      } else if !model.searches.isEmpty {
        ul(.class("card", "lines", "padded")) {
          model.searches.map { search in li { row(search, in: context) } }
        }
      }
    }
  }

  private static func save(_ new: New, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.saveSearch) {
      p(.class("muted")) { describe(new.search.text, new.zone, isOwn: new.isOwn, words) }
      context.postForm(.searches(.savedSearches(new.search)), .class("stack")) {
        context.field(
          "name", words.nameOfSearch, new.name,
          FieldStyle(maxLength: 200, isRequired: true, hasFocus: true))
        actions { submit(words.save, .check) }
      }
    }
  }

  private static func describe(
    _ text: String, _ zone: ZoneLink?, isOwn: Bool, _ words: Catalogue
  ) -> HTML {
    let place =
      isOwn ? words.searchInOwn : zone.map { words.searchIn($0.name) } ?? words.searchInAll
    return text.isEmpty
      ? HTML(text: place)
      : HTML(joining: [code { text }, HTML(text: " "), HTML(text: place)])
  }

  private static func row(_ search: Search, in context: ViewContext) -> HTML {
    let words = context.words
    let name = search.name
    return div(.class("saved-search")) {
      a(.class("row", "grow"), .href(.searches(.savedSearch(search.id)))) {
        Icon.search()
        span(.class("grow")) {
          b { name.text }
          small { describe(search.text, search.zone, isOwn: search.isOwn, words) }
        }
      }
      details(.class("more"), .open(name.problem != nil)) {
        summary(.class("btn", "quiet")) { words.edit }
        div(.class("stack")) {
          context.postForm(.searches(.savedSearch(search.id)), .class("stack")) {
            context.field(
              "name-\(search.id)", words.nameOfSearch, name,
              FieldStyle(maxLength: 200, isRequired: true))
            submit(words.rename, .check, style: .plain)
          }
          context.postButton(
            .searches(.deleteSearch(search.id)), words.deleteSearch, .trash, style: .danger)
        }
      }
    }
  }
}
