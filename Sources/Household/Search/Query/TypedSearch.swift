import FoundationEssentials
import Values

/// The meaning of a text typed into a search box: words, and conditions such as `label:tools` or
/// `value>100`.
///
/// No input is an error. A part that is not understood is searched for as words, and reported.
package struct TypedSearch<Language: SearchLanguage>: Equatable, Sendable {
  package typealias Meaning = SearchMeaning<Language.Clause>
  package typealias Problem = SearchProblem
  package typealias Setting = SearchSetting

  /// Text beyond this length is ignored.
  package static var maxBytes: Int { SearchToken.maxBytes }
  /// Further conditions are not applied: each costs a look-up.
  package static var maxClauses: Int { 20 }

  /// In the order typed.
  package let parts: [Part]

  /// One piece of the text.
  package struct Part: Equatable, Sendable {
    /// Its position in the text, in UTF-8 bytes.
    package let range: Range<Int>
    /// The piece as typed.
    package let text: String
    package let meaning: Meaning
  }

  package init(_ text: String, _ setting: Setting) {
    var parts: [Part] = []
    var clauseCount = 0
    let reader = ClauseReader<Language>(setting: setting)
    for token in SearchToken.all(in: text, isName: { Language.Keyword(word: $0) != nil }) {
      var meaning = reader.meaning(of: token)
      if case .clause = meaning {
        clauseCount += 1
        if clauseCount > Self.maxClauses { meaning = .problem(.tooMuch) }
      }
      parts.append(Part(range: token.range, text: token.text, meaning: meaning))
    }
    self.parts = parts
  }

  /// The words to search for: those typed as words, and all parts that were not understood.
  package var words: String {
    parts.compactMap { part in
      switch part.meaning {
      case .words(let words): words
      case .problem: part.text
      case .clause, .archived: nil
      }
    }.joined(separator: " ")
  }

  /// The conditions that were understood.
  package var clauses: [Language.Clause] {
    parts.compactMap { if case .clause(let clause) = $0.meaning { clause } else { nil } }
  }

  /// The text without one of its parts.
  package static func text(_ text: String, without part: Part) -> String {
    Self.text(text, with: "", for: part)
  }

  /// The text with another text in place of one of its parts.
  package static func text(_ text: String, with other: String, for part: Part) -> String {
    let bytes = Array(text.utf8)
    guard part.range.upperBound <= bytes.count else { return text }
    let pieces = [
      String(decoding: bytes[..<part.range.lowerBound], as: UTF8.self), other,
      String(decoding: bytes[part.range.upperBound...], as: UTF8.self),
    ]
    return pieces.map { $0.trimmed }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// A condition as it is typed: `label:tools`, `room:"Living room"`.
  package static func condition(_ name: String, _ value: String) -> String {
    let isPlain = value.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && !SearchToken.isQuote($0)
    }
    let clean = String(
      String.UnicodeScalarView(value.unicodeScalars.filter { !SearchToken.isQuote($0) }))
    return isPlain && !value.isEmpty ? "\(name):\(value)" : "\(name):\"\(clean)\""
  }
}
