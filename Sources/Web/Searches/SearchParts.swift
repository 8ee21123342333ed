import Household
import SyncProtocol

/// What the search box of a list understood, as the page shows it.
package struct SearchParts: Equatable, Sendable {
  /// A condition that was understood.
  package struct Chip: Equatable, Sendable {
    package var text: String
    /// The search text without this condition.
    package var without: String

    package init(text: String, without: String) {
      (self.text, self.without) = (text, without)
    }
  }

  /// Something that was not understood, or that finds nothing for a reason.
  package struct Notice: Equatable, Sendable {
    package var text: String
    /// What was probably meant, as it is typed, with the whole search around it.
    package var suggestion: Suggestion?

    package init(text: String, suggestion: Suggestion? = nil) {
      (self.text, self.suggestion) = (text, suggestion)
    }
  }

  package struct Suggestion: Equatable, Sendable {
    package var part: String
    package var search: String

    package init(part: String, search: String) {
      (self.part, self.search) = (part, search)
    }
  }

  package var chips: [Chip]
  package var notices: [Notice]

  package init(chips: [Chip] = [], notices: [Notice] = []) {
    (self.chips, self.notices) = (chips, notices)
  }
}

extension SearchParts {
  /// Shows how a search text was understood: a chip per condition, and notices about problems.
  ///
  /// - Parameters:
  ///   - clause: the name of a condition.
  ///   - namesNothing: whether a condition names something that does not exist.
  package init<Language>(
    _ query: TypedSearch<Language>, of text: String, _ words: Catalogue,
    clause name: (Language.Clause) -> String, namesNothing: (Language.Clause) throws -> Bool
  ) rethrows {
    self.init()
    for part in query.parts {
      let without = TypedSearch<Language>.text(text, without: part)
      let shown = part.text.count > 60 ? part.text.prefix(60) + "…" : part.text
      switch part.meaning {
      case .words(let text):
        if SearchText.terms(text).isEmpty {
          notices.append(Notice(text: words.nothingToLookFor(shown)))
        }
      case .archived(let isArchived):
        chips.append(
          Chip(
            text: isArchived ? words.archived : words.without(words.archived), without: without))
      case .clause(let clause):
        chips.append(Chip(text: name(clause), without: without))
        if try namesNothing(clause) {
          notices.append(Notice(text: words.nothingCalled(shown)))
        }
      case .problem(let problem):
        let meant = problem.suggestion
        notices.append(
          Notice(
            text: words.misunderstood(problem, shown),
            suggestion: meant.map {
              Suggestion(part: $0, search: TypedSearch<Language>.text(text, with: $0, for: part))
            }))
      }
    }
  }
}

extension SearchProblem {
  fileprivate var suggestion: String? {
    switch self {
    case .unknownName(let suggestion), .unknownChoice(_, _, let suggestion): suggestion
    default: nil
    }
  }
}

extension Member {
  /// The currency, day and time zone in which a search text is read, where no page is.
  package func searchSetting() async throws -> SearchSetting {
    let now = try await hubNow()
    return try await read { connection in
      let surroundings = try Surroundings(of: self, active: nil, in: connection)
      return SearchSetting(
        currency: surroundings.profile?.currency ?? "EUR",
        today: surroundings.words.calendarDay(now).text, timeZone: surroundings.words.timeZone)
    }
  }
}

extension PageReader {
  /// The person's saved searches in homes or in groups, by name. What looks in a zone that is gone
  /// counts as one of homes; what looks in what is their own is of neither.
  package func savedSearches(ofKind kind: ZoneLink.Kind) throws -> [SavedSearchLink] {
    let kinds = surroundings.zones.reduce(into: [:]) { $0[$1.zone.id] = $1.zone.kind }
    return try SavedSearch.own(in: connection).filter { search in
      search.homeID != search.profileID
        && (search.homeID.flatMap { kinds[$0] } ?? .home) == kind
    }.map { SavedSearchLink($0) }
  }

  /// The person's saved searches in one zone.
  package func savedSearches(in zone: ZoneID) throws -> [SavedSearchLink] {
    try SavedSearch.own(in: connection).filter { $0.homeID == zone }.map { SavedSearchLink($0) }
  }

  /// The currency, day and time zone in which a search text is read.
  ///
  /// - Parameter currency: that of amounts that name none; `nil` for the person's.
  package func searchSetting(currency: String? = nil) -> SearchSetting {
    SearchSetting(
      currency: currency ?? surroundings.profile?.currency ?? "EUR", today: today.text,
      timeZone: words.timeZone)
  }
}

extension SearchParts {
  /// - Parameter to: the address of the list with another search text.
  package func view(_ words: Catalogue, to: (String) -> Route) -> HTML {
    HTML(joining: [
      chips.isEmpty
        ? .empty
        : div(.class("filters", "understood"), .role("group"), .ariaLabel(words.whatIsUnderstood)) {
          chips.map { chip in
            a(
              .class("chip", "on"), .href(to(chip.without)), .ariaLabel(words.removePart(chip.text))
            ) {
              chip.text
              Icon.close(14)
            }
          }
        },
      HTML(
        joining: notices.map { notice in
          note(.warn) {
            notice.text
            if let suggestion = notice.suggestion {
              " "
              words.didYouMean
              " "
              a(.href(to(suggestion.search))) { code { suggestion.part } }
              "?"
            }
          }
        }),
    ])
  }

  /// What can be typed, with examples that can be followed.
  package static func help(
    _ introduction: String, _ examples: [(typed: String, text: String)], _ words: Catalogue,
    to: (String) -> Route
  ) -> HTML {
    details(.class("search-help")) {
      summary {
        Icon.info(16)
        words.searchHelp
      }
      p(.class("muted")) { introduction }
      dl {
        examples.map { example, text in
          HTML(joining: [
            dt { a(.href(to(example))) { code { words.typed(example) } } }, dd { text },
          ])
        }
      }
    }
  }
}

/// A search that the person has saved, as a list shows it.
package struct SavedSearchLink: Equatable, Sendable {
  package var id: String
  package var name: String

  package init(id: String, name: String) { (self.id, self.name) = (id, name) }

  package init(_ search: SavedSearch) { self.init(id: search.id, name: search.name) }
}

extension ViewContext {
  /// The search box of a list. It sends its form as it is typed into; without script it has its
  /// button. The list stands in an element with the id `results`.
  ///
  /// - Parameters:
  ///   - plain: the list without search and filters.
  ///   - kept: fields of the address that stay.
  package func searchBox(
    _ search: String, hint: String, plain: Route, kept: [(String, String)]
  ) -> HTML {
    form(
      .class("search-form"), .role("search"), .method("get"), .action(plain), .hxGet(plain),
      .hxTarget("#results"), .hxSelect("#results"), .hxSelectOOB("#note"), .hxSwap("outerHTML"),
      .hxReplaceURL(),
      .hxTrigger("input changed delay:250ms from:#q, search from:#q, submit"),
      .hxSync("this:replace")
    ) {
      label(.class("search")) {
        Icon.search()
        input(
          .id("q"), .type("search"), .name("q"), .value(search), .ariaLabel(words.search),
          .placeholder(hint), .autocomplete("off"), .enterkeyhint("search"),
          .maxlength(2000), .dataHotkey("/"))
        kbd(.ariaHidden()) { "/" }
      }
      kept.map { field in input(.type("hidden"), .name(field.0), .value(field.1)) }
      button(.class("btn", "without-script"), .type("submit")) { words.search }
    }
  }

  /// The saved searches of a list, and saving the one that is shown.
  ///
  /// - Parameter saving: `nil` for a list that looks for nothing.
  package func savedSearches(_ searches: [SavedSearchLink], saving: Route?) -> HTML {
    guard !searches.isEmpty || saving != nil else { return .empty }
    return div(.class("filters", "searches")) {
      searches.map { search in
        a(.class("chip"), .href(.searches(.savedSearch(search.id)))) {
          Icon.star(14)
          search.name
        }
      }
      if let saving {
        a(.class("chip"), .href(saving)) {
          Icon.plus(14)
          words.saveSearch
        }
      }
      if !searches.isEmpty {
        a(.class("chip", "clear"), .href(.searches(.savedSearches()))) { words.savedSearches }
      }
    }
  }
}
