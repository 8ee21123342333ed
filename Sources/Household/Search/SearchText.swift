import Foundation

/// Turns what is written into what is searched.
package enum SearchText {
  /// Terms beyond these are left out: nobody types more, and each costs a look-up.
  package static let maxTerms = 10
  static let maxTermBytes = 100

  /// Full case folding, so that "STRASSE" finds "Straße"; accents are left to the tokenizer.
  static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.precomposedStringWithCanonicalMapping
      .folding(options: .caseInsensitive, locale: nil)
  }

  /// The words of a query, cut as the index cuts them; each is found as the beginning of a word.
  package static func terms(_ query: String) -> [String] {
    let head = String(decoding: query.utf8.prefix(maxTerms * maxTermBytes * 2), as: UTF8.self)
    var terms: [String] = []
    for part in fold(head).unicodeScalars.split(whereSeparator: { !isWordPart($0) }) {
      let term = String(part)
      if terms.count < maxTerms, term.utf8.count <= maxTermBytes, !terms.contains(term) {
        terms.append(term)
      }
    }
    return terms
  }

  /// The query in FTS5's language: every term must be there.
  static func match(_ terms: [String]) -> String {
    terms.map { "\"\($0)\"*" }.joined(separator: " AND ")
  }

  /// Letters, digits and the marks on them, as the `unicode61` tokenizer sees it.
  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .privateUse:
      true
    default: false
    }
  }
}
