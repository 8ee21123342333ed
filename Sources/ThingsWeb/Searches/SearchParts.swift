import Web

/// What the search box of a list understood, as the page shows it.
package struct SearchParts: Equatable, Sendable {
  /// A condition that was understood.
  package struct Chip: Equatable, Sendable {
    package var text: String
    /// The search text without this condition.
    package var without: String
  }

  /// Something that was not understood, or that finds nothing for a reason.
  package struct Notice: Equatable, Sendable {
    package var text: String
    /// What was probably meant, as it is typed, with the whole search around it.
    package var suggestion: Suggestion?
  }

  package struct Suggestion: Equatable, Sendable {
    package var part: String
    package var search: String
  }

  package var chips: [Chip] = []
  package var notices: [Notice] = []
}

extension SearchParts {
  /// - Parameter to: the address of the list with another search text.
  func view(_ words: Catalogue, to: (String) -> Route) -> HTML {
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
          Web.note(.warn) {
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
  static func help(_ words: Catalogue, to: (String) -> Route) -> HTML {
    let examples: [(String, String)] = [
      ("label:tools", words.helpLabel), ("home:\"Summer house\"", words.helpQuotes),
      ("value>100", words.helpValue), ("value>100usd", words.helpCurrency),
      ("quantity>1", words.helpQuantity), ("no:photo", words.helpHas), ("is:lent", words.helpIs),
      ("warranty<90d", words.helpWarranty), ("bought>2020", words.helpBought),
      ("serial:WOV", words.helpSerial), ("-label:tools", words.helpWithout),
    ]
    return details(.class("search-help")) {
      summary {
        Icon.info(16)
        words.searchHelp
      }
      p(.class("muted")) { words.searchHelpText }
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
