import Foundation

/// The meaning of a text typed into the search box: words, and conditions such as `label:tools` or
/// `value>100`.
///
/// No input is an error. A part that is not understood is searched for as words, and reported.
package struct SearchQuery: Equatable, Sendable {
  /// Text beyond this length is ignored.
  package static let maxBytes = 2000
  /// Further conditions are not applied: each costs a look-up.
  package static let maxClauses = 20

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

  package enum Meaning: Equatable, Sendable {
    /// Words to look for, each as the beginning of a word.
    case words(String)
    case clause(ItemFilter.Clause)
    /// Only archived items, or none of them.
    case archived(Bool)
    /// Not understood; searched for as words.
    case problem(Problem)
  }

  /// Why a part that looks like a condition is not one.
  package enum Problem: Equatable, Sendable {
    /// No condition has this name. `suggestion` is what was probably meant, as it would be typed.
    case unknownName(suggestion: String?)
    /// The condition only accepts certain words, and this is not one of them.
    case unknownChoice(of: String, known: [String], suggestion: String?)
    case notAnAmount
    case notANumber
    case notADay
    /// Nothing follows the sign.
    case valueMissing(of: String)
    /// The condition cannot be used with `<` or `>`.
    case cannotBeCompared(of: String)
    case tooMuch
  }

  /// What else the meaning of a text depends on.
  package struct Setting: Equatable, Sendable {
    /// The currency of amounts that name none.
    package var currency: String
    /// The person's day, `YYYY-MM-DD`.
    package var today: String
    package var timeZone: TimeZone

    package init(currency: String, today: String, timeZone: TimeZone) {
      self.currency = currency
      self.today = today
      self.timeZone = timeZone
    }
  }

  package init(_ text: String, _ setting: Setting) {
    var parts: [Part] = []
    var clauseCount = 0
    for token in SearchToken.all(in: text) {
      var meaning = ClauseReader(setting: setting).meaning(of: token)
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
    return pieces.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
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

extension ItemFilter {
  /// Adds the words and conditions of a search text.
  package mutating func add(_ query: SearchQuery) {
    search = query.words
    var asked: Archive?
    for part in query.parts {
      switch part.meaning {
      case .clause(let clause): clauses.append(clause)
      case .archived(let isArchived): asked = isArchived ? .inside : .outside
      case .words, .problem: break
      }
    }
    // Sold items are archived, so a search for them includes the archive.
    if let asked {
      archive = asked
    } else if clauses.contains(.init(.status(.sold))) {
      archive = .either
    }
  }
}
