import Foundation

/// What somebody typed into the search box, understood: words, and conditions such as `label:tools`
/// or `value>100`.
///
/// Nothing that is typed is an error. What is not understood is looked for as words, and said.
package struct SearchQuery: Equatable, Sendable {
  /// Longer text is not read beyond this.
  package static let maxBytes = 2000
  /// Conditions beyond these are not understood any more: each costs a look-up.
  package static let maxClauses = 20

  /// In the order in which they were typed.
  package let parts: [Part]

  /// One thing that was typed.
  package struct Part: Equatable, Sendable {
    /// Where it stands, in UTF-8 bytes of the text.
    package let range: Range<Int>
    /// As it was typed.
    package let text: String
    package let meaning: Meaning
  }

  package enum Meaning: Equatable, Sendable {
    /// Words to look for, each as the beginning of a word.
    case words(String)
    case clause(ItemFilter.Clause)
    /// Archived items alone, or none of them.
    case archived(Bool)
    /// Looked for as words.
    case problem(Problem)
  }

  /// Why a part that looks like a condition is none.
  package enum Problem: Equatable, Sendable {
    /// No condition has this name. What was probably meant, as it would be typed.
    case unknownName(suggestion: String?)
    /// The condition knows only some words, and this is none of them.
    case unknownChoice(of: String, known: [String], suggestion: String?)
    case notAnAmount
    case notANumber
    case notADay
    /// Nothing follows the sign.
    case valueMissing(of: String)
    /// There is no more and no less of it.
    case cannotBeCompared(of: String)
    case tooMuch
  }

  /// What the meaning of a text depends on beside the text.
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

  /// The words to look for: those that were typed, and what was not understood.
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

  /// The text with something else in the place of one of its parts.
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
  /// Takes over what a search box asks for.
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
    // What is sold goes into the archive: whoever looks for it looks there, too.
    if let asked {
      archive = asked
    } else if clauses.contains(.init(.status(.sold))) {
      archive = .either
    }
  }
}
