import Finances
import Household
import Rates
import SyncProtocol
import Values

/// The commands about what the members of groups owe each other.
enum BalanceCommands {
  static let all = [show, debts, settle, convert, spending]

  // MARK: Balances

  private struct Balances: Encodable {
    struct Currency: Encodable {
      let currency: String
      let members: [Member]
    }

    struct Member: Encodable {
      let memberID: String
      let name: String
      /// Decimal texts, in minor units.
      let paidMinor: String
      let owedMinor: String
      let sentMinor: String
      let receivedMinor: String
      let netMinor: String
    }

    let currencies: [Currency]
    /// Expenses that do not add up, and count for nothing.
    let incompleteCount: Int
    let incompleteIDs: [String]
  }

  private static let show = Command(
    path: ["balance", "show"], summary: "Show what each member of a group is owed, and why",
    details: """
      For each currency: what members paid, their parts of it, what they gave to and got from \
      others, and what is left: above zero they are owed it, below they owe it. Currencies are \
      never added; hearth balance convert does that at a rate.
      """,
    operands: [GroupCommands.group], options: MoneyPlace.options,
    examples: [.init("hearth balance show Flat", "one table for each currency")]
  ) { invocation in
    return try await read(invocation) { group, members, reader in
      let balances = try GroupBalances.of(group.id, in: reader.connection)
      let names = MoneyNames(members, own: group.ownMemberID, reader.words)
      let result = Balances(
        currencies: balances.currencies.map { code in
          Balances.Currency(
            currency: code,
            members: sorted(balances.sums[code] ?? [:], names).map { id, sums in
              Balances.Member(
                memberID: id, name: names[id], paidMinor: "\(sums.paid)", owedMinor: "\(sums.owed)",
                sentMinor: "\(sums.sent)", receivedMinor: "\(sums.received)",
                netMinor: "\(sums.net)")
            })
        }, incompleteCount: balances.incomplete.count, incompleteIDs: balances.incomplete)
      return (result, text(balances, names))
    }
  }

  private static func sorted<Value>(
    _ values: [RecordID: Value], _ names: MoneyNames
  ) -> [(RecordID, Value)] {
    values.sorted { (names[$0.key], $0.key) < (names[$1.key], $1.key) }.map { ($0.key, $0.value) }
  }

  private static func text(_ balances: GroupBalances, _ names: MoneyNames) -> String {
    guard !balances.currencies.isEmpty else { return "Nothing has been paid yet." }
    var parts = balances.currencies.map { code in
      func money(_ minor: Int128) -> String { names.money(minor, code) }
      let rows = sorted(balances.sums[code] ?? [:], names).map { id, sums in
        [
          names.inList(id), money(sums.paid), money(sums.owed), money(sums.sent),
          money(sums.received), names.standing(Money(sums.net, code)),
        ]
      }
      return TextColumns(
        [[code, "paid", "part", "gave", "got", "balance"]] + rows, right: [1, 2, 3, 4]
      ).text
    }
    if !balances.incomplete.isEmpty {
      parts.append(
        "\(balances.incomplete.count) expenses do not add up and count for nothing: "
          + balances.incomplete.joined(separator: ", "))
    }
    return parts.joined(separator: "\n\n")
  }

  // MARK: Debts

  private struct Debt: Encodable {
    let currency: String
    let debtorID: String
    let creditorID: String
    let amountMinor: String
    /// How many expenses and payments are between the two.
    let partCount: Int
  }

  private static let debts = Command(
    path: ["balance", "debts"], summary: "List who owes whom in a group",
    details: """
      As it came about: whoever paid less than their part of an expense owes those who paid more. \
      hearth balance settle finds fewer payments with the same end.
      """,
    operands: [GroupCommands.group], options: MoneyPlace.options,
    examples: [.init("hearth balance debts Flat", "one line for each two members")]
  ) { invocation in
    return try await read(invocation) { group, members, reader in
      let names = MoneyNames(members, own: group.ownMemberID, reader.words)
      let debts = try GroupDebts.of(group.id, in: reader.connection).debts
      let lines = TextColumns(
        debts.map { debt in
          [
            "\(names[debt.debtor]) owes \(names[debt.creditor])",
            names.money(debt.amount, debt.currency),
            debt.partCount == 1 ? "1 expense" : "\(debt.partCount) expenses and payments",
          ]
        }, right: [1])
      return (
        debts.map {
          Debt(
            currency: $0.currency, debtorID: $0.debtor, creditorID: $0.creditor,
            amountMinor: "\($0.amount)", partCount: $0.partCount)
        }, debts.isEmpty ? "Nobody owes anybody." : lines.text
      )
    }
  }

  // MARK: Conversion

  private struct Converted: Encodable {
    struct Member: Encodable {
      let memberID: String
      let name: String
      let netMinor: String
    }

    struct Rate: Encodable {
      let from: String
      let to: String
      /// A decimal number: so much of `to` is `per` of `from`.
      let rate: String
      let per: String
      let day: String
      let source: String
    }

    let currency: String
    let members: [Member]
    let rates: [Rate]
    /// Currencies that have no rate, and are left out.
    let unconverted: [String]
    /// How many expenses and payments are left out for that.
    let unconvertedCount: Int
  }

  private static let convert = Command(
    path: ["balance", "convert"], summary: "Show the balances of all currencies in one of them",
    details: """
      At the rates that the group has entered, and else at the reference rates of the European \
      Central Bank, of today or of another day, or of the last business day up to a week before \
      it; after the last day that is known, they are that day's. The rates are shown with their \
      day and where they are from. In each \
      currency the whole is converted and then apportioned, so that the result comes to zero.
      """,
    operands: [GroupCommands.group],
    options: [
      .value("currency", "CODE", "the one to show; by default the group's"),
      .value("date", "DATE", "the day of the rates, YYYY-MM-DD; by default the latest known"),
    ] + MoneyPlace.options,
    examples: [
      .init("hearth balance convert Trip", "in the group's own currency"),
      .init("hearth balance convert Trip --currency JPY --date 2024-03-01", "as it was that day"),
    ]
  ) { invocation in
    let day = try ExpenseTyping.day(invocation).flatMap { CalendarDay($0) }
    return try await read(invocation) { group, members, reader in
      let currency = try Invocation.currency(
        invocation["currency"] ?? group.group.details.currency)
      let code = currency.code
      let balances = try GroupBalances.of(group.id, in: reader.connection)
      let found = try GroupRates(
        of: group.id, bank: reader.rates.table, in: reader.connection
      ).rates(of: balances, to: code, on: day ?? reader.today)
      let people = try AccountParticipant.all(home: group.id, in: reader.connection)
      let converted = ConvertedBalances(balances, into: currency, at: found.mapValues(\.rate))
      let names = MoneyNames(members, own: group.ownMemberID, reader.words)
      let nets = sorted(converted.nets, names)
      let result = Converted(
        currency: code,
        members: nets.map {
          Converted.Member(memberID: $0.0, name: names[$0.0], netMinor: "\($0.1)")
        },
        rates: found.sorted { $0.key < $1.key }.map { from, found in
          Converted.Rate(
            from: from, to: code, rate: RateText.text(found.rate.numerator),
            per: RateText.text(found.rate.denominator), day: found.day.text,
            source: RateText.source(found.source, people))
        }, unconverted: converted.unconverted,
        unconvertedCount: try GroupBalances.count(
          of: group.id, in: converted.unconverted, reader.connection))
      return (result, text(result, nets, found, names, people))
    }
  }

  private static func text(
    _ result: Converted, _ nets: [(RecordID, Int128)], _ found: [String: GroupRates.Found],
    _ names: MoneyNames, _ people: [AccountParticipant]
  ) -> String {
    guard !nets.isEmpty else { return "Nobody owes anybody." }
    var lines = TextColumns(
      nets.map { [names.inList($0.0), names.standing(Money($0.1, result.currency))] }
    ).lines
    lines += found.sorted { $0.key < $1.key }.compactMap { from, found in
      found.rate.shown.map {
        "1 \(from) is \(RateText.text($0)) \(result.currency) "
          + "(\(RateText.source(found.source, people)), \(found.day.text))"
      }
    }
    if !result.unconverted.isEmpty {
      // There is a rate, but not for amounts as large as these.
      let tooLarge = result.unconverted.contains { found[$0] != nil }
      lines.append(
        "Left out, for want of a rate\(tooLarge ? " or as too large to be converted" : ""): "
          + "\(result.unconverted.joined(separator: ", ")) "
          + "(expenses and payments: \(result.unconvertedCount))")
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Spending

  private struct Spending: Encodable {
    struct Month: Encodable {
      /// `YYYY-MM`.
      let month: String
      let allMinor: String
      let ownMinor: OrNull<String>
    }

    struct Category: Encodable {
      /// `null` for what has no category.
      let categoryID: OrNull<String>
      let name: String
      let allMinor: String
      let ownMinor: OrNull<String>
    }

    let currency: String
    let year: Int
    /// The years in which something was spent, the latest first.
    let years: [Int]
    /// Whose own part is told; `null` if nobody's is.
    let memberID: OrNull<String>
    let allMinor: String
    let ownMinor: OrNull<String>
    let months: [Month]
    let categories: [Category]
  }

  private static let spending = Command(
    path: ["balance", "spending"], summary: "Show what a group spends by month and category",
    details: """
      Of one year and one currency: what all spent, and a member's part of it. Payments between \
      members are no spending.
      """,
    operands: [GroupCommands.group],
    options: [
      .value("year", "YEAR", "by default the latest that has begun and has expenses"),
      .value("currency", "CODE", "by default the group's"),
      .value("member", "NAME", "whose part is told; by default the account's own"),
    ] + MoneyPlace.options,
    examples: [
      .init("hearth balance spending Flat", "the latest year"),
      .init("hearth balance spending Flat --year 2025 --member Ben", "Ben's part of a year"),
    ]
  ) { invocation in
    let year = try invocation["year"].map { text throws(CommandFailure) -> Int in
      guard let year = Int(text), (1...9999).contains(year) else {
        throw .usage("--year is a year such as 2025, not '\(text)'")
      }
      return year
    }
    return try await read(invocation) { group, members, reader in
      let years = try GroupSpending.years(of: group.id, reader.connection)
      let member = try invocation["member"].map {
        try reader.member($0, of: group, members, at: "--member").id
      }
      return try spent(
        in: year ?? SpendingYears.first(of: years, today: reader.today),
        currency: invocation["currency"]?.uppercased() ?? group.group.details.currency,
        member ?? group.ownMemberID, group,
        MoneyNames(members, own: group.ownMemberID, reader.words), reader)
    }
  }

  private static func spent(
    in year: Int, currency: String, _ member: RecordID?, _ group: GroupList.Row,
    _ names: MoneyNames, _ reader: MoneyReader
  ) throws -> (Spending, String) {
    // Years are stored with four digits.
    let spending = try GroupSpending(
      of: group.id, in: currency, year: year, member: member, reader.connection)
    let categories = try ExpenseCategory.of(group.id, in: reader.connection)
      .reduce(into: [:]) { $0[$1.id] = $1.details.name }
    let digits = CalendarDay(year: year, month: 1, day: 1).text.prefix(4)
    let months = spending.months.sorted { $0.key < $1.key }.map { month, sums in
      (digits + (month < 10 ? "-0" : "-") + String(month), sums)
    }
    let named = spending.categories.map { id, sums in
      (id: id, name: id.isEmpty ? "no category" : categories[id] ?? "no category", sums: sums)
    }.sorted { ($1.sums.all, $0.name, $0.id) < ($0.sums.all, $1.name, $1.id) }
    func own(_ sums: GroupSpending.Sums) -> OrNull<String> {
      OrNull(member == nil ? nil : "\(sums.own)")
    }
    let result = Spending(
      currency: currency, year: year,
      years: try GroupSpending.years(of: group.id, reader.connection),
      memberID: OrNull(member), allMinor: "\(spending.total.all)", ownMinor: own(spending.total),
      months: months.map {
        Spending.Month(month: String($0.0), allMinor: "\($0.1.all)", ownMinor: own($0.1))
      },
      categories: named.map {
        Spending.Category(
          categoryID: OrNull($0.id.isEmpty ? nil : $0.id), name: $0.name,
          allMinor: "\($0.sums.all)", ownMinor: own($0.sums))
      })
    guard !months.isEmpty else {
      return (result, "Nothing was spent in \(currency) in \(digits).")
    }
    func row(_ name: String, _ sums: GroupSpending.Sums) -> [String] {
      [name, names.money(sums.all, currency)]
        + (member == nil ? [] : [names.money(sums.own, currency)])
    }
    let head = ["\(digits)", "all"] + (member.map { ["\(names.inList($0))"] } ?? [])
    let rows =
      [head] + months.map { row(String($0.0), $0.1) } + [[""]]
      + named.map { row($0.name, $0.sums) } + [[""], row("in all", spending.total)]
    return (result, TextColumns(rows, right: [1, 2]).text)
  }

  /// Reads something of the group that the first operand names, and prints it.
  static func read<Row: Encodable & Sendable>(
    _ invocation: Invocation,
    _ body: (GroupList.Row, [GroupMember], MoneyReader) throws -> (Row, String)
  ) async throws -> ExitCode {
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.show { reader in
      let group = try reader.group(wanted)
      return try body(group, try GroupMember.of(group.id, in: reader.connection), reader)
    }
  }
}
