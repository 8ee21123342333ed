import FoundationEssentials
import TimeZones

/// Every word that a person reads, in their language, with numbers, money and dates as they write
/// them.
///
/// The sentences are the members of this type, grouped by page in the files beside this one. Views
/// take words from here and nowhere else; a test with the pseudo-language proves it.
package struct Catalogue: Equatable, Sendable {
  /// The language of the sentences.
  package var language: Language
  /// How numbers, money and dates are written.
  package var region: Region
  /// In which days and hours are told.
  package var timeZone: CivilTimeZone

  package init(
    language: Language = .standard, region: Region = .default, timeZone: CivilTimeZone = .utc
  ) {
    self.language = language
    self.region = region
    self.timeZone = timeZone
  }

  /// A language of the sentences.
  package enum Language: Equatable, Hashable, Sendable {
    case english
    /// English with accents, a third longer and in brackets: it shows words that escaped the
    /// catalogue and places that are too narrow.
    case pseudo
    /// Translations by ``Message/pattern``; a missing one falls back to English.
    case translated(code: String, [String: String])

    /// English; the pseudo-language where the environment says `HEARTH_LANGUAGE=en-XA`.
    package static let standard: Language =
      ProcessInfo.processInfo.environment["HEARTH_LANGUAGE"] == "en-XA" ? .pseudo : .english
  }

  /// The language's code for the `lang` attribute.
  package var languageCode: String {
    switch language {
    case .english: "en"
    case .pseudo: "en-XA"
    case .translated(let code, _): code
    }
  }

  /// The sentence in this catalogue's language.
  package func say(_ message: Message) -> String {
    switch language {
    case .english: message.english
    case .pseudo: PseudoLanguage.render(message)
    case .translated(_, let sentences):
      sentences[message.pattern].map(message.filled(into:)) ?? message.english
    }
  }

  /// One sentence or the other, by the plural rule of English: one, or any other number.
  package func plural(_ count: Int, one: Message, other: Message) -> String {
    say(count == 1 || count == -1 ? one : other)
  }
}

/// Turns English sentences into ones that look foreign but can be read.
package enum PseudoLanguage {
  package static func render(_ message: Message) -> String {
    var out = "⟦"
    var letters = 0
    for piece in message.pieces {
      switch piece {
      case .words(let words):
        letters += words.count
        out += words.map { accented[$0].map(String.init) ?? String($0) }.joined()
      case .argument(let argument): out += argument
      }
    }
    return out + String(repeating: "~", count: (letters * 35 + 99) / 100) + "⟧"
  }

  private static let accented: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "áƀçđéƒğĥíĵķĺɱñóþǫŕšţúṽŵẋýžÀƁÇĐÉƑĞĤÍĴĶĹṀÑÓÞǪŔŠŢÚṼŴẊÝŽ"))
}
