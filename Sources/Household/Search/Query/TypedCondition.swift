/// One condition of a search text that was understood.
package struct SearchClause<Test: Equatable & Sendable>: Equatable, Sendable {
  package var test: Test
  /// Whether to leave out what meets the test, instead of finding it.
  package var isExcluded: Bool

  package init(_ test: Test, isExcluded: Bool = false) {
    self.test = test
    self.isExcluded = isExcluded
  }
}

/// Words of which one is typed; the raw values are the first among several for the same.
package protocol SearchWord: RawRepresentable, CaseIterable, Equatable, Sendable
where RawValue == String {
  /// Reads another word for one of them.
  init?(other word: String)
}

extension SearchWord {
  package init?(other word: String) { nil }

  /// Reads a word in lower case.
  package init?(word: String) {
    guard let known = Self(rawValue: word) ?? Self(other: word) else { return nil }
    self = known
  }

  package static var words: [String] { allCases.map(\.rawValue) }
}

/// A piece of a search text that looks like a condition: what a language reads its meaning from.
package struct TypedCondition<Language: SearchLanguage> {
  package typealias Meaning = SearchMeaning<Language.Clause>

  package let keyword: Language.Keyword
  let token: SearchToken
  let sign: SearchToken.Sign
  let reader: ClauseReader<Language>

  package var value: String { token.value }
  /// The value in lower case, as words are known.
  package var word: String { token.value.lowercased() }
  package var isExcluded: Bool { token.isExcluded }
  package var setting: SearchSetting { reader.setting }

  package func clause(_ test: Language.Test) -> Meaning {
    .clause(SearchClause(test, isExcluded: isExcluded))
  }

  /// - Parameter test: `nil` if the value is none of its kind.
  package func clause(_ test: Language.Test?, or problem: SearchProblem) -> Meaning {
    test.map { clause($0) } ?? .problem(problem)
  }

  /// Words next to each other in one text of the record.
  package func text(_ test: Language.Test) -> Meaning {
    // Punctuation only is not in the index of words.
    SearchText.words(value).isEmpty ? .words(token.text) : clause(test)
  }

  /// Something that a record has or, with `no`, that it lacks.
  package func feature<Feature: SearchWord>(
    isLacking: Bool, _ test: (Feature) -> Language.Test
  ) -> Meaning {
    guard let feature = Feature(word: word) else { return unknown(among: Feature.words) }
    return .clause(SearchClause(test(feature), isExcluded: isLacking != isExcluded))
  }

  /// What to say of a word that the condition does not know.
  package func unknown(among known: [String]) -> Meaning {
    let near = Spelling.nearest(to: word, among: known)
    return .problem(
      .unknownChoice(
        of: keyword.rawValue, known: known,
        suggestion: near.map { (isExcluded ? "-" : "") + "\(keyword.rawValue):\($0)" }))
  }

  /// Whole numbers; `nil` for what is none.
  package func count() -> NumberRange? { reader.count(value, sign) }

  /// Amounts; `nil` for what is none.
  package func amount() -> AmountRange? { reader.amount(value, sign) }

  /// - Parameter liesAhead: whether `<90d` means the next 90 days, or the last.
  package func days(liesAhead: Bool = false) -> DayRange? {
    reader.days(value, sign, liesAhead: liesAhead)
  }
}
