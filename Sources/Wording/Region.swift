/// How a part of the world writes numbers, money and dates, apart from the language.
package struct Region: Equatable, Hashable, Sendable {
  /// Such as `en-IE`.
  package let code: String
  package let decimalSeparator: String
  package let groupSeparator: String
  /// Groups of two above the thousands (12,34,567).
  package let groupsInTwos: Bool
  package let symbolIsBefore: Bool
  /// Put between the symbol and the number.
  package let symbolGap: String
  package let dateOrder: DateOrder
  package let usesTwelveHours: Bool
  /// The currency whose symbol needs no country letter here.
  package let homeCurrency: String

  package enum DateOrder: Sendable { case dayMonthYear, monthDayYear, yearMonthDay }

  /// The region that is used when a person has chosen none.
  package static let `default` = all[0]

  /// The region with a code, or `nil` when Hearth does not know it.
  package static func named(_ code: String) -> Region? { all.first { $0.code == code } }

  /// All regions that a person can choose.
  package static let all: [Region] = [
    .comma("en-IE", "EUR"), .comma("en-GB", "GBP"),
    .comma("en-US", "USD", order: .monthDayYear, twelve: true),
    .comma("en-CA", "CAD", twelve: true), .comma("en-AU", "AUD", twelve: true),
    .comma("en-NZ", "NZD", twelve: true), .comma("en-ZA", "ZAR", order: .yearMonthDay),
    .comma("en-IN", "INR", twelve: true, twos: true),
    .comma("ja-JP", "JPY", order: .yearMonthDay), .comma("zh-CN", "CNY", order: .yearMonthDay),
    .after("de-DE", "EUR", group: "."), .after("de-AT", "EUR", group: "."),
    Region(
      code: "de-CH", decimalSeparator: ".", groupSeparator: "’", groupsInTwos: false,
      symbolIsBefore: true, symbolGap: noBreak, dateOrder: .dayMonthYear, usesTwelveHours: false,
      homeCurrency: "CHF"),
    .after("fr-FR", "EUR", group: "\u{202F}"), .after("fr-CA", "CAD", group: noBreak),
    .after("es-ES", "EUR", group: "."), .after("it-IT", "EUR", group: "."),
    .after("pt-PT", "EUR", group: noBreak),
    Region(
      code: "pt-BR", decimalSeparator: ",", groupSeparator: ".", groupsInTwos: false,
      symbolIsBefore: true, symbolGap: noBreak, dateOrder: .dayMonthYear, usesTwelveHours: false,
      homeCurrency: "BRL"),
    Region(
      code: "nl-NL", decimalSeparator: ",", groupSeparator: ".", groupsInTwos: false,
      symbolIsBefore: true, symbolGap: noBreak, dateOrder: .dayMonthYear, usesTwelveHours: false,
      homeCurrency: "EUR"),
    .after("sv-SE", "SEK", group: noBreak, order: .yearMonthDay),
    .after("nb-NO", "NOK", group: noBreak), .after("da-DK", "DKK", group: "."),
    .after("fi-FI", "EUR", group: noBreak), .after("pl-PL", "PLN", group: noBreak),
    .after("cs-CZ", "CZK", group: noBreak),
  ]

  private static let noBreak = "\u{00A0}"

  private static func comma(
    _ code: String, _ currency: String, order: DateOrder = .dayMonthYear, twelve: Bool = false,
    twos: Bool = false
  ) -> Region {
    Region(
      code: code, decimalSeparator: ".", groupSeparator: ",", groupsInTwos: twos,
      symbolIsBefore: true, symbolGap: "", dateOrder: order, usesTwelveHours: twelve,
      homeCurrency: currency)
  }

  private static func after(
    _ code: String, _ currency: String, group: String, order: DateOrder = .dayMonthYear
  ) -> Region {
    Region(
      code: code, decimalSeparator: ",", groupSeparator: group, groupsInTwos: false,
      symbolIsBefore: false, symbolGap: noBreak, dateOrder: order, usesTwelveHours: false,
      homeCurrency: currency)
  }
}

extension Region {
  /// Whether paper is US Letter there, and not A4.
  package var usesLetterPaper: Bool { ["en-US", "en-CA", "fr-CA"].contains(code) }
}
