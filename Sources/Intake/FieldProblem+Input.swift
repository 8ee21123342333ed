import Household
import Things
import Wording

extension FieldProblem {
  /// The message for a problem that the household found in a field.
  ///
  /// - Parameter text: the field as it was typed.
  package init(_ problem: InputProblem, text: String) {
    switch problem.reason {
    case .missing: self = .missing
    case .tooLong(let max): self = .tooLong(maxCharacters: max)
    case .notADate: self = .day(text)
    case .tooEarly: self = .dayTooEarly
    case .startsTooEarly(let earliest, let max):
      self = .startsTooEarly(earliest: earliest, max: max)
    case .inFuture: self = .dayToCome(text)
    case .abovePrice: self = .abovePrice
    case .amountUnseen: self = .amountUnseen
    // The bound is in minor units and differs for each currency.
    case .outOfRange where problem.field.rawValue.hasSuffix("Minor") && !text.contains("-"):
      self = .tooMuch
    case .outOfRange(let min, let max): self = .outOfRange(min: min, max: max)
    case .severalCurrencies: self = .severalCurrencies
    case .unknownCurrency: self = text.isEmpty ? .currencyMissing : .unknownCurrency(text)
    case .notAWebAddress: self = .unreadableWebAddress(text)
    case .notAnEmoji: self = .notAnEmoji(text)
    case .unknownTimeZone:
      let name = InputText.line(text)
      self = name.isEmpty ? .missing : .unknownTimeZone(name)
    case .unknownLocale, .notInThisHome: self = .notOffered
    case .loop: self = .placeInsideItself
    case .tooDeep(let max): self = .tooDeep(max: max)
    case .tooMany(let max): self = .tooMany(max: max)
    case .hiddenCharacters: self = .hiddenCharacters(fileName: InputText.line(text))
    case .pathInName: self = .pathInName(fileName: InputText.line(text))
    case .nameTaken: self = .nameTaken(text)
    case .sameCurrency: self = .sameCurrency
    case .notARate: self = .unreadableRate(InputText.line(text))
    case .noSuchPoint: self = .noSuchPoint
    case .notOfKind(let field, let kind): self = .notOfKind(field: field, FieldKind(kind))
    }
  }
}

extension FieldKind {
  package init(_ kind: FieldPreset.Kind) {
    switch kind {
    case .text: self = .text
    case .number: self = .number
    case .date: self = .date
    case .yesNo: self = .yesNo
    case .link: self = .link
    case .choice: self = .choice
    }
  }
}
