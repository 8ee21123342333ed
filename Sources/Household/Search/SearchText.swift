import SyncProtocol
import Glibc

/// Turns text into searchable words, regardless of case and accents. A word of a search matches the
/// beginning of a word.
///
/// Words are split as FTS5's `unicode61` tokenizer splits them, so that the index of words and a
/// test of the text itself find the same.
package enum SearchText {
  /// Further terms are ignored: nobody types more, and each costs a look-up.
  package static let maxTerms = 10
  static let maxTermBytes = 100

  /// Whether a text is more than punctuation: has letters, digits, or pictures such as emoji.
  package static func namesSomething(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return properties.isAlphabetic || properties.numericType != nil
        || properties.generalCategory == .otherSymbol
    }
  }

  /// The words of a text, each once and preceded by a space: " kettle bosch 12".
  package static func index(_ text: String) -> String {
    var text = text
    return text.withUTF8 { plainIndex($0) } ?? foldedIndex(text)
  }

  /// The most words that are compared one by one; beyond that, a set is faster.
  private static let maxPlainWords = 64

  /// The same for a short ASCII text, as nearly all are; `nil` for any other. An import passes tens
  /// of thousands of items through here.
  private static func plainIndex(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 1) { list in
      var words: [Range<Int>] = []
      words.reserveCapacity(maxPlainWords)
      var end = 0
      var index = 0
      while index < text.count {
        guard isWordPart(text[index]) else {
          if text[index] >= 0x80 { return nil }
          index += 1
          continue
        }
        let start = end
        list[end] = 0x20
        end += 1
        while index < text.count, isWordPart(text[index]) {
          list[end] = lowercase(text[index])
          (end, index) = (end + 1, index + 1)
        }
        let isKnown = words.contains { word in
          word.count == end - start
            && memcmp(list.baseAddress! + word.lowerBound, list.baseAddress! + start, word.count)
              == 0
        }
        if isKnown {
          end = start
        } else {
          guard words.count < maxPlainWords else { return nil }
          words.append(start..<end)
        }
      }
      return String(decoding: list[..<end], as: UTF8.self)
    }
  }

  private static func foldedIndex(_ text: String) -> String {
    var seen: Set<String> = []
    var list = ""
    for word in words(text) where seen.insert(word).inserted {
      list += " "
      list += word
    }
    return list
  }

  /// The words of a query, each once, up to the limits.
  package static func terms(_ query: String) -> [String] {
    let head = String(decoding: query.utf8.prefix(maxTerms * maxTermBytes * 2), as: UTF8.self)
    var terms: [String] = []
    for term in words(head) {
      if terms.count < maxTerms, term.utf8.count <= maxTermBytes, !terms.contains(term) {
        terms.append(term)
      }
    }
    return terms
  }

  /// The query in FTS5's syntax: every term must occur.
  package static func match(_ terms: [String]) -> String {
    terms.map { "\"\($0)\"*" }.joined(separator: " AND ")
  }

  /// The bytes that `contains` searches for to find a term.
  package static func needle(_ term: String) -> [UInt8] { [0x20] + Array(term.utf8) }

  /// Whether a text made by `index` has a word that begins with the needle's term.
  package static func contains(_ text: UnsafeRawBufferPointer, _ needle: [UInt8]) -> Bool {
    guard let base = text.baseAddress else { return false }
    var offset = 0
    while text.count - offset >= needle.count,
      let blank = memchr(base + offset, 0x20, text.count - offset)
    {
      offset = UnsafeRawPointer(blank) - base
      guard text.count - offset >= needle.count else { return false }
      if memcmp(blank, needle, needle.count) == 0 { return true }
      offset += 1
    }
    return false
  }

  /// Whether a text has the words next to each other, the last as the beginning of a word.
  package static func has(_ words: [String], in text: String) -> Bool {
    let all = self.words(text)
    guard let last = words.last, all.count >= words.count else { return false }
    return (0...all.count - words.count).contains { start in
      let end = start + words.count - 1
      return all[end].hasPrefix(last) && all[start..<end].elementsEqual(words.dropLast())
    }
  }

  /// The words of a text, in order.
  package static func words(_ text: String) -> [String] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.split(whereSeparator: { !isWordPart($0) }).map { word in
        String(decoding: word.map(lowercase), as: UTF8.self)
      }
    }
    return plain(text).split(whereSeparator: { !isWordPart($0) }).map { String($0) }
  }

  /// Folds case, so that "STRASSE" finds "Straße", and removes accents from Latin letters.
  private static func plain(_ text: String) -> String.UnicodeScalarView {
    var scalars = String.UnicodeScalarView()
    var isLatin = false
    for scalar in UnicodeText.decomposed(UnicodeText.folded(text)).unicodeScalars {
      if isAccent(scalar) {
        if !isLatin { scalars.append(scalar) }
      } else {
        isLatin = scalar.value < 0x250
        scalars.append(scalar)
      }
    }
    // An accent that combines with its letter stays, since й is not и. Any other is dropped.
    return UnicodeText.composed(String(scalars)).unicodeScalars
      .filter { !isAccent($0) }
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36f).contains(scalar.value)
  }

  private static func isWordPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
  }

  /// Letters and digits, as the `unicode61` tokenizer sees them.
  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
