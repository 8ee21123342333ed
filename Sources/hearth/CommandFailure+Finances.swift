import Finances
import Household
import Intake
import Splitting
import SyncProtocol
import Values
import Wording

/// The messages for what use cases of money refuse.
extension CommandFailure {
  /// - Parameters:
  ///   - names: the members of the group, where the command knows them.
  ///   - currency: of the amounts.
  static func finances(
    _ failure: FinanceFailure, in names: MoneyNames? = nil, _ currency: String = ""
  ) -> CommandFailure {
    let amounts = Amounts(names: names, currency: currency)
    return switch failure {
    case .groupNotFound: .refused("the group is gone, or no longer shared; nothing was changed")
    case .memberNotFound: .refused("the member is gone; nothing was changed")
    case .expenseNotFound: .refused("the expense is gone; nothing was changed")
    case .categoryNotFound: .refused("the category is gone; nothing was changed")
    case .repeatingNotFound:
      .refused("the expense does not repeat any more; nothing was changed")
    case .rateNotFound: .refused("the rate is gone; nothing was changed")
    case .pictureNotFound: .refused("the group has no picture; nothing was changed")
    case .entryNotFound: .refused("the entry is gone; nothing was changed")
    case .receiptNotFound: .refused("the receipt is gone; nothing was changed")
    case .commentNotFound: .refused("the comment is gone; nothing was changed")
    case .readOnlyGroup:
      .refused("the account may only look at that group, or does not own it; nothing was changed")
    case .invalid(let problems): invalid(problems)
    case .unbalanced(let problem): .usage(amounts.sentence(problem))
    case .unsplit(let problem): .usage(amounts.sentence(problem))
    case .notOwed:
      .refused("that payment is not owed any more: somebody has recorded one; nothing was changed")
    case .nameTaken: .refused("there is one of that name already; choose another name")
    case .alreadyThere: .refused("it is there already; nothing was changed")
    case .changedMeanwhile:
      .refused("somebody else has changed the same; look again. Nothing was changed")
    case .alreadyClaimed:
      .refused("somebody has said that they are this member, or the account is another one")
    case .othersPayment:
      .refused("this member has an account, and only they say how to pay them; nothing was changed")
    case .stillNamed:
      .refused("expenses name the member, who can only be archived: hearth group edit-member")
    }
  }

  static func searching(_ refused: RefusedSearch) -> CommandFailure {
    .usage(refused.faults.map { "--search: \($0.detail)" }.joined(separator: "\n"))
  }

  /// - Parameter options: the options by which fields are named on the command line.
  static func invalid(
    _ problems: [InputProblem], options: [String: String] = Self.options
  ) -> CommandFailure {
    let words = Catalogue()
    let sentences = problems.map { problem in
      let option = options[problem.field.rawValue] ?? problem.field.rawValue
      return "\(option): \(words.problem(FieldProblem(problem, text: "")))"
    }
    return .usage(sentences.joined(separator: "\n"))
  }

  /// Where a field is typed.
  private static let options = [
    "title": "TITLE", "name": "NAME", "day": "--date", "categoryID": "--category",
    "note": "--note", "place": "--place", "currency": "--currency", "amountMinor": "AMOUNT",
    "members": "--for", "lines": "--line", "emoji": "--emoji", "payment": "--payment",
    "weight": "--weight", "text": "TEXT", "colorIndex": "--colour", "fromCurrency": "FROM",
    "toCurrency": "TO", "rate": "RATE", "everyCount": "--every", "everyUnit": "--every",
    "endsOn": "--until",
  ]
}

/// Sentences about amounts that do not fit each other.
private struct Amounts {
  let names: MoneyNames?
  let currency: String

  func sentence(_ problem: ExpenseMoney.Problem) -> String {
    switch problem {
    case .amountOutOfRange: "AMOUNT: an expense is not of nothing, nor beyond what can be stored"
    case .currency: "--currency: \(currency) is no currency; write three letters, such as EUR"
    case .noShares: "--for: nobody shares it; name at least one member"
    case .paidDiffers(let by): "--paid-by: what people paid is \(difference(by)) AMOUNT"
    case .owedDiffers(let by): "--for: the parts are \(difference(by)) AMOUNT"
    case .wrongSign(let id): "--for: \(name(id)) goes the other way than AMOUNT; check the signs"
    case .memberTwice(let id): "\(name(id)) is named twice; name each member once"
    case .notHundredPercent(let points): percentages(points - 10_000)
    case .badWeight: "--for: at least one member has more than no shares"
    case .badLines: "--line: each line of the bill has an amount and somebody who shares it"
    case .notAPayment: "a payment goes from one member to another one, and is more than nothing"
    }
  }

  func sentence(_ problem: SplitProblem) -> String {
    switch problem {
    case .amountOutOfRange, .weightOutOfRange: "AMOUNT: this is more than an amount can be"
    case .noParticipants: "--for: nobody shares it; name at least one member"
    case .tooManyParticipants(let max): "--for: at most \(max) members share an expense"
    case .tooManyLines(let max): "--line: a bill has at most \(max) lines"
    case .weightNegative, .weightsAllZero: "--for: at least one member has more than no shares"
    case .percentagesOff(let points): percentages(Int128(points))
    case .exactAmountsOff(let by): "--for: the parts are \(difference(by)) AMOUNT"
    case .adjustmentsExceed(let by):
      "--for: the extras alone are \(money(Int128(by))) more than AMOUNT"
    case .noLines: "--line is missing: write --line NAME=AMOUNT for each line of the bill"
    case .line(let index, let inner): "line \(index + 1) of the bill: \(sentence(inner))"
    case .nothingToSpreadBy:
      "--line: the lines come to nothing, so the rest cannot be spread over them"
    case .duplicateParticipant: "--for: somebody is named twice; name each member once"
    case .unknownParticipant(let line, _):
      "--line: line \(line + 1) is shared by somebody who is not named with --for"
    }
  }

  private func name(_ id: RecordID) -> String { names.map { $0[id] } ?? "somebody" }

  private func money(_ minor: Int128) -> String {
    names?.money(minor, currency) ?? "\(minor) minor units"
  }

  private func difference(_ by: some BinaryInteger) -> String {
    let by = Int128(clamping: by)
    return by > 0 ? "\(money(by)) more than" : "\(money(Int128(clamping: by.magnitude))) less than"
  }

  private func percentages(_ points: Int128) -> String {
    let off = points.magnitude
    let (whole, part) = off.quotientAndRemainder(dividingBy: 100)
    let text = part == 0 ? "\(whole)" : "\(whole).\(part < 10 ? "0" : "")\(part)"
    return "--for: the percentages are \(text) % \(points > 0 ? "above" : "below") 100 %"
  }
}
