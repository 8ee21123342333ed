import Finances
import Household
import Values

// Pages have a type of the same name.
typealias AccountParticipant = Household::Participant

/// How exchange rates are told on a terminal.
enum RateText {
  /// A decimal number as it was in the bank's file.
  static func text(_ decimal: ExactDecimal) -> String {
    ExactDecimal.text(minor: decimal.digits, exponent: decimal.scale)
  }

  /// The bank, or the name of who entered it.
  static func source(_ source: GroupRates.Source, _ people: [AccountParticipant]) -> String {
    switch source {
    case .bank(let name): name
    case .person(let account):
      people.first { $0.accountID == account }?.name ?? "somebody who is gone"
    }
  }
}
