import Finances
import Household
import SyncProtocol
import Values

/// Listing and searching the expenses and payments of a group.
extension ExpenseCommands {
  private struct List: Encodable {
    let items: [ExpenseRow]
    /// What --after takes for the next page; `null` on the last.
    let next: OrNull<String>
    /// What all that was found comes to, on every page; `null` where nothing narrows the list.
    let totals: OrNull<ExpenseTotalsRow>
  }

  static let list = Command(
    path: ["expense", "list"], summary: "List the expenses and payments of a group, latest first",
    details: """
      One line for each with its day, title, amount, who paid, how it is split, and its id. When \
      there are more, the last line says how to see the next ones. --search takes what the search \
      box of a group takes: words, and conditions such as payer:Ben, category:Groceries, \
      amount:20..50, date:2026-06 or has:receipt; -word leaves out. What is not understood is \
      refused. What was found is added up by currency.
      """,
    operands: [GroupCommands.group],
    options: [
      .value("member", "NAME", "only what this member paid or shares"),
      .value("category", "NAME", "only of this category"),
      .value("currency", "CODE", "only in this currency"),
      .value("search", "TEXT", "only what these words and conditions find"),
    ] + Command.Option.paging + MoneyPlace.options,
    examples: [
      .init("hearth expense list Flat", "the latest fifty"),
      .init("hearth expense list Flat --member Ben --category Groceries --json", "for a program"),
      .init(
        "hearth expense list Flat --search 'payer:me date:2026-06 -rent'",
        "what you paid in June, but for the rent, and what it comes to"),
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let limit = try invocation.limit()
    let cursor = try invocation.after { ExpenseList.Cursor(commandText: $0) }
    return try await invocation.show { reader in
      let group = try reader.group(wanted)
      let members = try GroupMember.of(group.id, in: reader.connection)
      var filter = ExpenseList.Filter()
      filter.memberID = try invocation["member"].map {
        try reader.member($0, of: group, members, at: "--member").id
      }
      filter.categoryID = try invocation["category"].map { try reader.category($0, of: group).id }
      filter.currency = try invocation["currency"].map { try Invocation.currency($0).code }
      if let text = invocation["search"] {
        try filter.add(
          text, in: group.group, by: reader.accountID, today: reader.today,
          reader.words.timeZone, reader.connection)
      }
      let page = try ExpenseList.page(
        of: group.id, filter, after: cursor, limit: limit, in: reader.connection)
      let totals =
        narrowing.contains { invocation[$0] != nil }
        ? try ExpenseTotals(
          of: .matching(filter), in: group.id, own: group.ownMemberID, reader.connection) : nil
      let list = List(
        items: page.rows.map(ExpenseRow.init), next: OrNull(page.next?.commandText),
        totals: OrNull(totals.map { ExpenseTotalsRow($0, isMember: group.ownMemberID != nil) }))
      let names = MoneyNames(members, own: group.ownMemberID, reader.words)
      return (list, text(page, list.totals.value, names, invocation))
    }
  }

  /// The options that narrow the list.
  private static let narrowing = ["member", "category", "currency", "search"]

  private static func text(
    _ page: ExpenseList.Page, _ totals: ExpenseTotalsRow?, _ names: MoneyNames,
    _ invocation: Invocation
  ) -> String {
    guard !page.rows.isEmpty || page.next != nil else {
      return (narrowing + ["after"]).contains { invocation[$0] != nil }
        ? "No expense or payment is like that."
        : "No expenses yet. Add one with: hearth expense add GROUP TITLE AMOUNT"
    }
    var lines = TextColumns(
      page.rows.map { expense in
        let money = expense.money
        return [
          expense.details.day ?? "", money.payment == nil ? expense.details.title : "",
          names.money(money.amountMinor, money.currency), names.payers(of: money),
          names.split(of: money), expense.id,
        ]
      }, right: [2]
    ).lines
    if page.rows.isEmpty { lines.append("None among those that were looked at.") }
    if let totals { lines += totals.lines(names) }
    if let next = page.next {
      lines.append(Invocation.more(next.commandText))
    }
    return lines.joined(separator: "\n")
  }
}

extension ExpenseList.Cursor {
  /// The place as --after takes it.
  fileprivate var commandText: String { "\(day)_\(createdAt)_\(id)" }

  fileprivate init?(commandText text: String) {
    let parts = text.split(separator: "_", maxSplits: 2).map(String.init)
    guard parts.count == 3, CalendarDay(parts[0]) != nil, let createdAt = Int64(parts[1]) else {
      return nil
    }
    self.init(day: parts[0], createdAt: createdAt, id: parts[2])
  }
}
