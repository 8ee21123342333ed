import Values
import Web

/// What can be wrong with the amounts of an expense.
enum MoneyProblem: ProblemText {
  case nobodyShares
  case nobodyPaid
  case amountIsZero
  /// A text that could not be read as a sum.
  case unreadableSum(String)
  case divisionByZero
  /// What people paid is this much more than the amount; negative for less.
  case paidDiffers(Money)
  /// The parts come to this much more than the amount; negative for less.
  case partsDiffer(Money)
  /// Percentages are this many hundredths above 100 %; negative for below.
  case percentagesDiffer(Int64)
  case unreadablePercentage(String)
  case noShares
  case adjustmentsTooMuch(Money)
  case wrongSign(String)
  case noLines
  case lineWithoutAmount
  /// A line of a bill whose sharers do not share the expense.
  case nobodySharesLine
  /// These people were members when the form was opened; empty if no name is left.
  case memberGone([String])
  case nothingToSpreadBy
  case samePerson
  case belowZero
  case twoAccounts, anothersAccount
  case notOwed
  case notAboveZero

  func text(in words: Catalogue) -> String {
    switch self {
    case .nobodyShares: words.say("Nobody shares this. Tick at least one person.")
    case .nobodyPaid: words.say("Choose who paid.")
    case .amountIsZero: words.say("Enter an amount that is not zero.")
    case .unreadableSum(let text):
      words.say("This could not be read: “\(text)”. Write an amount, or a sum like 12.50 + 3.90.")
    case .divisionByZero: words.say("Nothing can be divided by zero. Correct the sum.")
    case .paidDiffers(let money):
      money.minor > 0
        ? words.say("What people paid is \(words.money(money.magnitude)) more than the amount.")
        : words.say("What people paid is \(words.money(money.magnitude)) less than the amount.")
    case .partsDiffer(let money):
      money.minor > 0
        ? words.say("The parts are \(words.money(money.magnitude)) more than the amount.")
        : words.say("The parts are \(words.money(money.magnitude)) less than the amount.")
    case .percentagesDiffer(let points):
      points > 0
        ? words.say("The percentages are \(words.basisPoints(points)) above 100 %.")
        : words.say("The percentages are \(words.basisPoints(points)) below 100 %.")
    case .unreadablePercentage(let text):
      words.say("“\(text)” is not a percentage. Use one from 0 to 100, with at most two decimals.")
    case .noShares: words.say("Give at least one person a share.")
    case .adjustmentsTooMuch(let money):
      words.say("What is added alone is \(words.money(money)) more than the amount.")
    case .wrongSign(let name):
      name.isEmpty
        ? words.say("Somebody's part goes the other way than the amount. Check the signs.")
        : words.say("The part of \(name) goes the other way than the amount. Check its sign.")
    case .noLines: words.say("Enter at least one line of the bill with its amount.")
    case .lineWithoutAmount: words.say("Give each line an amount, or empty its name.")
    case .nobodySharesLine:
      words.say("Nobody who shares the expense shares this line. Tick somebody else for it.")
    case .memberGone(let names):
      names.isEmpty
        ? words.say("Somebody you had chosen is no longer in this group. Check the parts again.")
        : names.count == 1
          ? words.say("\(names[0]) is no longer in this group. Check the parts again.")
          : words.say("\(words.list(names)) are no longer in this group. Check the parts again.")
    case .nothingToSpreadBy:
      words.say("The lines come to nothing, so the rest cannot be spread over them.")
    case .samePerson: words.say("Choose two different people.")
    case .belowZero: words.say("Enter an amount above zero; for the other way swap the people.")
    case .twoAccounts: words.say("These are two people with an account each. Choose another one.")
    case .notAboveZero: words.say("Enter an amount above zero.")
    case .anothersAccount:
      words.say(
        "Only the owner can do this to somebody with an account. Choose the other way round.")
    case .notOwed:
      words.say("This is not owed any more: somebody has recorded a payment meanwhile.")
    }
  }
}

extension FieldProblem {
  static func money(_ problem: MoneyProblem) -> FieldProblem { .said(ProblemMessage(problem)) }
}
