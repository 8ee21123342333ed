import Finances
import Household
import SyncProtocol
import Values

/// The commands about exchange rates that people have entered for a group.
enum GroupRateCommands {
  static let all = [list, set, remove]

  private struct RateRow: WrittenRow {
    let id: String
    let groupID: String
    let fromCurrency: String
    let toCurrency: String
    /// The first day for which it is.
    let day: String
    let rate: String
    /// The account that entered it last.
    let enteredBy: String
    var isSent: Bool?

    init(_ rate: ManualRate) {
      let details = rate.details
      (id, groupID, enteredBy) = (rate.id, rate.groupID, rate.enteredBy)
      (fromCurrency, toCurrency) = (details.fromCurrency, details.toCurrency)
      (day, self.rate) = (details.day ?? "", details.rate)
    }

    var text: String { "1 \(fromCurrency) = \(rate) \(toCurrency) from \(day) on" }
  }

  private static let list = Command(
    path: ["group", "rates"], summary: "List the exchange rates that people entered for a group",
    details: """
      The latest day first. They go before the bank's rates, in both directions; where a group has \
      none, the bank's is used: hearth rates.
      """,
    operands: [GroupCommands.group], options: MoneyPlace.options,
    examples: [.init("hearth group rates Trip --json", "with their ids, for a program")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let (rows, said) = try await invocation.read { reader in
      let group = try reader.group(wanted).id
      let rates = try ManualRate.of(group, in: reader.connection)
      let people = try AccountParticipant.all(home: group, in: reader.connection)
      let rows = rates.map { RateRow($0) }
      let lines = TextColumns(
        rows.map { [$0.text, "by \(RateText.source(.person($0.enteredBy), people))", $0.id] })
      return (rows, lines.text)
    }
    return try invocation.report(RowList(items: rows)) {
      rows.isEmpty ? "The group has no rates of its own; the bank's are used." : said
    }
  }

  private static let set = Command(
    path: ["group", "set-rate"], summary: "Enter an exchange rate for a group",
    details: """
      It holds from its day on, until one of a later day, in both directions. One of the same \
      currencies and day takes the other's place. Whoever may write in the group may.
      """,
    operands: [
      GroupCommands.group, .init(name: "FROM", help: "the currency of which one unit is meant"),
      .init(name: "TO", help: "the currency in which it is worth RATE"),
      .init(name: "RATE", help: "a decimal number above zero, such as 0.0000362 or 1,08"),
    ],
    options: [.value("date", "DATE", "its first day, YYYY-MM-DD; by default today")]
      + MoneyPlace.options,
    examples: [
      .init("hearth group set-rate Trip VND EUR 0.0000362 --date 2026-06-14", "as changed there")
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let from = try currency(invocation, 1, "FROM")
    let to = try currency(invocation, 2, "TO")
    guard from != to else {
      throw CommandFailure.usage("TO is \(to), as FROM is; name two currencies")
    }
    let typed = try invocation.requiredOperand(3)
    return try await invocation.write(RateRow.init, saying: { "Saved: \($0.text)." }) { reader in
      let details = ManualRateDetails(
        from: from, to: to, day: try ExpenseTyping.day(invocation) ?? reader.today.text,
        rate: ManualRateDetails.rate(typed: typed))
      guard details.number != nil else {
        throw CommandFailure.usage("RATE is a decimal number above zero, not '\(typed)'")
      }
      let set = SetRate(groupID: try reader.group(wanted).id, details)
      return MoneyChange { try set($0) }
    }
  }

  private static let remove = Command(
    path: ["group", "remove-rate"], summary: "Remove an exchange rate of a group",
    details: "An earlier one is used again, or the bank's.",
    operands: [
      GroupCommands.group, .init(name: "RATE", help: "its id, as hearth group rates shows it"),
    ],
    options: MoneyPlace.options,
    examples: [.init("hearth group remove-rate Trip 0198c0de…", "the bank's is used again")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let id = try invocation.requiredOperand(1)
    return try await invocation.write(RateRow.init, saying: { "Removed: \($0.text)." }) { reader in
      let group = try reader.group(wanted)
      guard let rate = try ManualRate.find(id, in: reader.connection), rate.groupID == group.id
      else {
        throw CommandFailure.refused(
          "the group has no rate '\(id)'; hearth group rates GROUP shows their ids")
      }
      return MoneyChange { try RemoveRate(rateID: rate.id)($0) }
    }
  }

  private static func currency(
    _ invocation: Invocation, _ index: Int, _ place: String
  ) throws(CommandFailure) -> String {
    let code = try invocation.requiredOperand(index).uppercased()
    guard Currency(code: code) != nil else {
      throw .usage("\(place): \(code) is no currency; write three letters, such as EUR")
    }
    return code
  }
}
