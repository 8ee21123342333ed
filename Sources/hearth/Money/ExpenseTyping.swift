import Finances
import Household
import Splitting
import SyncProtocol
import Values
import Wording

/// Reads an expense from the options of a command line.
struct ExpenseTyping {
  let invocation: Invocation
  let reader: MoneyReader
  let group: GroupList.Row
  let members: [GroupMember]
  /// What is there before the change; `nil` for something new.
  var stored: (details: ExpenseDetails, money: ExpenseMoney)?

  static let options: [Command.Option] = [
    .value("currency", "CODE", "of all its amounts; by default the group's"),
    .values("paid-by", "NAME[=AMOUNT]", "who paid, and how much if several did"),
    .value(
      "split", "MODE", "equal, shares, percentage, exact, adjustment or itemised; by default equal"
    ),
    .values(
      "for", "NAME[=N]",
      "who shares it, with shares, a percentage, an amount or an extra; by default everybody"),
    .values("line", "NAME=AMOUNT[@NAMES]", "a line of the bill, and who shares it, with commas"),
    .value("date", "DATE", "the day it was paid, YYYY-MM-DD; by default today"),
    .value("category", "NAME", "a category of the group, or none"),
    .value("place", "TEXT", "where it was"), .note,
  ]

  /// The details, with what was typed over those that are stored.
  func details(title: String?) throws -> ExpenseDetails {
    var details = stored?.details ?? ExpenseDetails(title: "", day: reader.today.text)
    if let title { details.title = title }
    if let day = try ExpenseTyping.day(invocation) { details.day = day }
    if let place = invocation["place"] { details.place = place }
    if let note = invocation["note"] { details.note = note }
    if let name = invocation["category"] {
      let isNone = NameKey.make(name) == "none"
      details.categoryID = isNone ? nil : try reader.category(name, of: group).id
    }
    return details
  }

  /// The day that was typed; `nil` if none was.
  static func day(_ invocation: Invocation) throws(CommandFailure) -> String? {
    guard let text = invocation["date"] else { return nil }
    guard CalendarDay(text) != nil else {
      throw .usage("--date is a day as YYYY-MM-DD, not '\(text)'")
    }
    return text
  }

  /// The currency that was typed, or the one that is there.
  func currency() throws(CommandFailure) -> Currency {
    let code =
      invocation["currency"]?.uppercased() ?? stored?.money.currency ?? group.group.details.currency
    return try Invocation.currency(code)
  }

  /// Whether anything of the amounts was typed.
  func changesMoney(amount: String?) -> Bool {
    amount != nil || invocation["currency"] != nil || invocation["split"] != nil
      || ["paid-by", "for", "line"].contains { !invocation.all($0).isEmpty }
  }

  /// The amounts, split; the sentence of a failure names the option.
  func money(amount: String?) throws -> ExpenseMoney {
    let currency = try currency()
    let sums = SumText(currency: currency, words: reader.words)
    let mode = try mode()
    let lines = try lines(mode, sums)
    let total = try total(amount, mode, lines, sums)
    let draft = ExpenseDraft(
      currency: currency.code, amountMinor: total, mode: mode,
      payers: try payers(total, sums), sharers: try sharers(mode, lines, sums), lines: lines)
    do throws(FinanceFailure) {
      return try draft.money()
    } catch {
      throw CommandFailure.finances(
        error, in: MoneyNames(members, own: group.ownMemberID, reader.words), currency.code)
    }
  }

  private func mode() throws(CommandFailure) -> ExpenseMoney.Mode {
    let hasLines = !invocation.all("line").isEmpty
    guard let text = invocation["split"] else {
      return hasLines ? .itemised : stored?.money.mode ?? .equal
    }
    guard let mode = ExpenseMoney.Mode(rawValue: text) else {
      let all = ExpenseMoney.Mode.allCases.map(\.rawValue)
      throw .usage(
        "--split is \(all.dropLast().joined(separator: ", ")) or \(all.last ?? ""), not '\(text)'")
    }
    guard mode == .itemised || !hasLines else {
      throw .usage("--line is for a bill: leave --split out, or write --split itemised")
    }
    return mode
  }

  /// The amount that was typed; that of a bill may be left to its lines.
  private func total(
    _ text: String?, _ mode: ExpenseMoney.Mode, _ lines: [ExpenseMoney.Line], _ sums: SumText
  ) throws(CommandFailure) -> Int64 {
    if let text {
      let minor = try sums.minor(text, at: "AMOUNT")
      guard minor != 0 else { throw .usage("AMOUNT: an expense is not of nothing") }
      return minor
    }
    if mode == .itemised, !invocation.all("line").isEmpty {
      return lines.reduce(0 as Int64) { $0.addingSaturating($1.amountMinor) }
    }
    guard let stored else {
      throw .usage("AMOUNT is missing: what was paid, such as 12.50 or 12.50+3.90")
    }
    guard invocation["currency"] == nil || sums.currency.code == stored.money.currency else {
      throw .usage("--currency: say the amount in it with --amount, too; nothing is converted here")
    }
    return stored.money.amountMinor
  }

  private func payers(_ total: Int64, _ sums: SumText) throws -> [ExpenseDraft.Payer] {
    let typed = invocation.all("paid-by")
    if typed.isEmpty {
      guard let stored else {
        guard let own = group.ownMemberID else {
          throw CommandFailure.usage(
            "--paid-by is missing: the account has not said which member of the group it is")
        }
        return [ExpenseDraft.Payer(own, total)]
      }
      let payers = stored.money.shares.filter { $0.paidMinor != 0 }
      if payers.count == 1 { return [ExpenseDraft.Payer(payers[0].memberID, total)] }
      guard total == stored.money.amountMinor else {
        throw CommandFailure.usage(
          "--paid-by is missing: several people paid this, so say who paid how much")
      }
      return payers.map { ExpenseDraft.Payer($0.memberID, $0.paidMinor) }
    }
    return try typed.map { text in
      let (member, number) = try named(text, at: "--paid-by")
      if let number {
        return ExpenseDraft.Payer(
          member.id, try sums.minor(number, at: "--paid-by \(member.details.name)"))
      }
      guard typed.count == 1 else {
        throw CommandFailure.usage(
          "--paid-by: several people paid, so write \(member.details.name)=AMOUNT")
      }
      return ExpenseDraft.Payer(member.id, total)
    }
  }

  private func sharers(
    _ mode: ExpenseMoney.Mode, _ lines: [ExpenseMoney.Line], _ sums: SumText
  ) throws -> [ExpenseDraft.Sharer] {
    let typed = invocation.all("for")
    if typed.isEmpty { return try untypedSharers(mode, lines) }
    return try typed.map { text in
      let (member, number) = try named(text, at: "--for")
      let place = "--for \(member.details.name)"
      return ExpenseDraft.Sharer(
        member.id, weight: try weight(number, mode, member, sums, at: place))
    }
  }

  /// Who shares it where nobody is named: those who did, or everybody.
  private func untypedSharers(
    _ mode: ExpenseMoney.Mode, _ lines: [ExpenseMoney.Line]
  ) throws(CommandFailure) -> [ExpenseDraft.Sharer] {
    var sharers: [ExpenseDraft.Sharer]
    if let stored {
      sharers = stored.money.sharers
      if stored.money.mode == mode, mode != .itemised { return sharers }
    } else {
      sharers = members.filter { !$0.details.isArchived }.map { ExpenseDraft.Sharer($0.id) }
    }
    switch mode {
    case .percentage, .exact:
      let number = mode == .exact ? "AMOUNT" : "PERCENTAGE"
      throw .usage("--for is missing: write --for NAME=\(number) for each who shares it")
    case .shares:
      for index in sharers.indices {
        sharers[index].weight =
          members.first { $0.id == sharers[index].memberID }?.details.weight ?? 1
      }
    case .adjustment: for index in sharers.indices { sharers[index].weight = 0 }
    case .equal: for index in sharers.indices { sharers[index].weight = 1 }
    case .itemised:
      for index in sharers.indices { sharers[index].weight = 1 }
      for sharer in lines.flatMap(\.sharers)
      where !sharers.contains(where: { $0.memberID == sharer.memberID }) {
        sharers.append(ExpenseDraft.Sharer(sharer.memberID))
      }
    }
    return sharers
  }

  private func weight(
    _ text: String?, _ mode: ExpenseMoney.Mode, _ member: GroupMember, _ sums: SumText,
    at place: String
  ) throws(CommandFailure) -> Int64 {
    switch mode {
    case .equal, .itemised:
      guard text == nil else {
        throw .usage("\(place): nobody has a number of their own with --split \(mode.rawValue)")
      }
      return 1
    case .shares:
      guard let text else { return member.details.weight }
      return try SumText.shares(text, at: place)
    case .percentage:
      guard let text else { throw .usage("\(place): a percentage is missing, such as =25") }
      return try sums.basisPoints(text, at: place)
    case .exact:
      guard let text else { throw .usage("\(place): an amount is missing, such as =12.50") }
      return try sums.minor(text, at: place)
    case .adjustment:
      guard let text else { return 0 }
      return try sums.minor(text, at: place)
    }
  }

  /// The lines of the bill that were typed, or those that are stored.
  private func lines(
    _ mode: ExpenseMoney.Mode, _ sums: SumText
  ) throws -> [ExpenseMoney.Line] {
    guard mode == .itemised else { return [] }
    let typed = invocation.all("line")
    if typed.isEmpty {
      guard let stored, stored.money.mode == .itemised else {
        throw CommandFailure.usage(
          "--line is missing: write --line NAME=AMOUNT for each line of the bill")
      }
      return stored.money.lines
    }
    let everybody =
      try invocation.all("for").isEmpty
      ? stored?.money.sharers.map(\.memberID)
        ?? members.filter { !$0.details.isArchived }.map(\.id)
      : invocation.all("for").map { try named($0, at: "--for").member.id }
    return try typed.map { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandFailure.usage(
          "--line is like Pizza=12.50 or Pizza=12.50@Ana,Ben, not '\(text)'")
      }
      let halves = parts[1].split(separator: "@", maxSplits: 1).map(String.init)
      let sharers =
        try halves.count < 2
        ? everybody.map { ExpenseMoney.Sharer($0) }
        : halves[1].split(separator: ",").map { name in
          let (member, number) = try named(InputText.line(String(name)), at: "--line \(parts[0])")
          return ExpenseMoney.Sharer(
            member.id,
            weight: try number.map { try SumText.shares($0, at: "--line \(parts[0])") } ?? 1)
        }
      return ExpenseMoney.Line(
        name: parts[0], amountMinor: try sums.minor(halves.first ?? "", at: "--line \(parts[0])"),
        sharers: sharers)
    }
  }

  /// A member with what is written behind the last equals sign, if the whole is no name.
  private func named(
    _ text: String, at place: String
  ) throws -> (member: GroupMember, number: String?) {
    let isName = members.contains { $0.nameKey == NameKey.make(text) || $0.id == text }
    guard !isName, let sign = text.lastIndex(of: "=") else {
      return (try reader.member(text, of: group, members, at: place), nil)
    }
    return (
      try reader.member(String(text[..<sign]), of: group, members, at: place),
      String(text[text.index(after: sign)...])
    )
  }
}

extension ExpenseMoney {
  /// Who shares it, with what was entered for each, as it was before it was split.
  var sharers: [Sharer] {
    takingPart.map { share in
      Sharer(share.memberID, weight: mode == .exact ? share.owedMinor : share.weight ?? 1)
    }
  }
}

/// Reads the numbers that a person types for an expense.
struct SumText {
  let currency: Currency
  let words: Catalogue

  private var style: TypedNumber.Style { TypedAmount.style(currency.code, words.region) }

  /// An amount or a sum of amounts, in minor units.
  ///
  /// - Parameter place: the option or operand where it was typed.
  func minor(_ text: String, at place: String) throws(CommandFailure) -> Int64 {
    do throws(AmountExpression.Problem) {
      return try AmountExpression.minor(text, currency: currency, style: style)
    } catch {
      switch error {
      case .tooLarge: throw .usage("\(place): '\(text)' is more than an amount can be")
      case .tooManyDecimals(let number, let max):
        throw .usage("\(place): '\(number)' has too many decimals; \(currency.code) has \(max)")
      case .divisionByZero: throw .usage("\(place): nothing can be divided by zero")
      case .empty: throw .usage("\(place): an amount is missing")
      case .tooLong, .unreadableNumber, .missingNumber, .unbalancedBrackets:
        throw .usage(
          "\(place): '\(text)' is no amount; write one such as 12.50, or a sum such as 12.50+3.90")
      }
    }
  }

  /// A percentage in hundredths of a percent.
  func basisPoints(_ text: String, at place: String) throws(CommandFailure) -> Int64 {
    let bare = text.last == "%" ? InputText.line(String(text.dropLast())) : text
    guard let points = TypedNumber(bare, style)?.minor(exponent: 2), points <= 10_000 else {
      throw .usage(
        "\(place): '\(text)' is no percentage from 0 to 100 with at most two decimals")
    }
    return points
  }

  /// A number of shares.
  static func shares(_ text: String, at place: String) throws(CommandFailure) -> Int64 {
    let range = ExpenseMoney.weights
    guard let number = Int64(text), range.contains(number) else {
      throw .usage("\(place): '\(text)' is no number of shares from 0 to \(range.upperBound)")
    }
    return number
  }
}
