import Finances
import Household
import SyncProtocol
import Values

/// The commands about the expenses and payments of groups.
enum ExpenseCommands {
  static let all = [list, show, add, edit, delete, pay] + past + receipts + comments

  static let expense = Command.Operand(
    name: "EXPENSE", help: "its id, as hearth expense list shows it")
  private static let splitting = """
    An amount is typed as in the browser: 12,50 or 12.50, or a sum such as 12,50+3.90; a \
    negative one (after --) is a refund. The modes of --split: equal; shares (--for Ana=2); \
    percentage (--for Ana=62.5); exact (--for Ana=12.50); adjustment, which is equal but for \
    extras (--for Ana=+3); itemised, by --line. What a bill's lines leave of the amount, such as \
    a tip, is spread over them.
    """

  // MARK: Reading

  private static let show = Command(
    path: ["expense", "show"], summary: "Show an expense or payment with everybody's part",
    details: "Who paid, how it is split, everybody's part, and the lines of a bill.",
    operands: [expense], options: MoneyPlace.options,
    examples: [
      .init("hearth expense show 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "with everybody's part")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    return try await invocation.show { reader in
      try shown(try reader.expense(id), reader)
    }
  }

  // MARK: Writing

  private static let add = Command(
    path: ["expense", "add"], summary: "Add an expense to a group, split in any way",
    details: """
      The account has paid and everybody shares it equally, unless options say otherwise; names \
      are those of members, me is the account's own. \(splitting) Nothing is saved when the \
      parts do not come to the amount.
      """,
    operands: [
      GroupCommands.group, .init(name: "TITLE", help: "what it was for"),
      .init(
        name: "AMOUNT", help: "what was paid; of a bill, its lines by default", isOptional: true),
    ],
    options: ExpenseTyping.options + MoneyPlace.options,
    examples: [
      .init("hearth expense add Flat Groceries 12,50+3.90", "you paid, all share it equally"),
      .init(
        "hearth expense add Flat Rent 1280 --paid-by Ana --for Ana=2 --for Ben --split shares",
        "Ana has two shares, Ben one"),
      .init(
        "hearth expense add Trip Dinner --line Pizza=24@Ana,Ben --line Wine=18",
        "a bill, split by its lines"),
      .init("hearth expense add Flat 'Deposit back' --paid-by Ben -- -20", "a refund that Ben got"),
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let title = try invocation.requiredOperand(1)
    return try await invocation.write(shown, saying: "Added.") { reader in
      let group = try reader.group(wanted)
      let typing = ExpenseTyping(
        invocation: invocation, reader: reader, group: group,
        members: try GroupMember.of(group.id, in: reader.connection))
      let add = AddExpense(
        groupID: group.id, try typing.details(title: title),
        try typing.money(amount: invocation.operand(2)))
      return MoneyChange { try add($0) }
    }
  }

  private static let edit = Command(
    path: ["expense", "edit"], summary: "Change an expense or payment",
    details: """
      Only what is named changes; the split stays as it is and follows the amount. Of a payment \
      its amount, currency, day, title and note can be changed. \(splitting)
      """,
    operands: [expense],
    options: [
      .value("title", "TEXT", "what it was for"), .value("amount", "AMOUNT", "what was paid"),
    ] + ExpenseTyping.options + MoneyPlace.options,
    examples: [
      .init(
        "hearth expense edit 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11 --amount 84.20",
        "another amount, split as before")
    ]
  ) { invocation in
    let options = ["title", "amount"] + ExpenseTyping.options.map(\.name)
    try invocation.requireChange("expense edit", options)
    let id = try invocation.requiredOperand(0)
    return try await invocation.write(shown, saying: "Saved.") { reader in
      let stored = try reader.expense(id)
      let edit = try change(of: stored, invocation, reader)
      return MoneyChange { try edit($0) }
    }
  }

  private static func change(
    of stored: Finances::Expense, _ invocation: Invocation, _ reader: MoneyReader
  ) throws -> EditExpense {
    let group = try reader.group(stored.groupID)
    var typing = ExpenseTyping(
      invocation: invocation, reader: reader, group: group,
      members: try GroupMember.of(group.id, in: reader.connection))
    typing.stored = (stored.details, stored.money)
    let details = try typing.details(title: invocation["title"])
    var money = stored.money
    if typing.changesMoney(amount: invocation["amount"]) {
      money =
        try stored.money.kind == .transfer
        ? payment(stored.money, typing) : typing.money(amount: invocation["amount"])
    }
    return EditExpense(
      expenseID: stored.id, details: details, money: money, base: (stored.details, stored.money))
  }

  private static func payment(
    _ stored: ExpenseMoney, _ typing: ExpenseTyping
  ) throws -> ExpenseMoney {
    let invocation = typing.invocation
    let isSplit =
      invocation["split"] != nil
      || ["paid-by", "for", "line"].contains { !invocation.all($0).isEmpty }
    guard !isSplit, let people = stored.payment else {
      throw CommandFailure.usage(
        "expense edit: this is a payment; to change who paid whom, delete it and record another one"
      )
    }
    let currency = try typing.currency()
    guard let amount = invocation["amount"] else {
      throw CommandFailure.usage(
        "--currency: say the amount in it with --amount, too; nothing is converted here")
    }
    let minor = try SumText(currency: currency, words: typing.reader.words)
      .minor(amount, at: "--amount")
    guard minor > 0 else { throw CommandFailure.usage("--amount: a payment is above zero") }
    return ExpenseMoney(paying: minor, currency.code, from: people.from, to: people.to)
  }

  private static let delete = Command(
    path: ["expense", "delete"], summary: "Delete an expense or payment",
    details: "Prints what it was; the balances are then as if it had never been.",
    operands: [expense], options: MoneyPlace.options,
    examples: [
      .init("hearth expense delete 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "entered twice")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    return try await invocation.write(shown, saying: "Deleted.") { reader in
      let delete = DeleteExpense(expenseID: try reader.expense(id).id)
      return MoneyChange { try delete($0) }
    }
  }

  private static let pay = Command(
    path: ["expense", "pay"], summary: "Record a payment from one member to another",
    details: """
      Money that one member gave another one. hearth balance settle proposes the payments after \
      which nobody owes anything, and records those.
      """,
    operands: [
      GroupCommands.group, .init(name: "FROM", help: "the member who paid"),
      .init(name: "TO", help: "the member who got it"),
      .init(name: "AMOUNT", help: "how much, above zero"),
    ],
    options: [
      .value("currency", "CODE", "of the amount; by default the group's"),
      .value("date", "DATE", "the day it was paid, YYYY-MM-DD; by default today"),
      .value("title", "TEXT", "what it is called; by default Payment"),
      .note,
    ] + MoneyPlace.options,
    examples: [
      .init("hearth expense pay Flat me Ben 40", "you gave Ben 40"),
      .init("hearth expense pay Trip Ana Ben 5000 --currency JPY", "in another currency"),
    ]
  ) { invocation in
    let operands = try (0..<4).map { try invocation.requiredOperand($0) }
    return try await invocation.write(shown, saying: "Recorded.") { reader in
      let group = try reader.group(operands[0])
      let members = try GroupMember.of(group.id, in: reader.connection)
      let from = try reader.member(operands[1], of: group, members, at: "FROM")
      let to = try reader.member(operands[2], of: group, members, at: "TO")
      guard from.id != to.id else {
        throw CommandFailure.usage("TO: a payment goes to somebody else, not to \(to.details.name)")
      }
      let typing = ExpenseTyping(
        invocation: invocation, reader: reader, group: group, members: members)
      let currency = try typing.currency()
      let minor = try SumText(currency: currency, words: reader.words)
        .minor(operands[3], at: "AMOUNT")
      guard minor > 0 else {
        throw CommandFailure.usage(
          "AMOUNT: a payment is above zero; for the other way swap FROM and TO")
      }
      let add = AddExpense(
        groupID: group.id, try typing.details(title: invocation["title"] ?? "Payment"),
        ExpenseMoney(paying: minor, currency.code, from: from.id, to: to.id))
      return MoneyChange { try add($0) }
    }
  }
}

extension ExpenseCommands {
  /// An expense for programs and for people.
  static func shown(
    _ expense: Finances::Expense, _ reader: MoneyReader
  ) throws -> (row: ExpenseRow, text: String) {
    let group = try reader.group(expense.groupID)
    let members = try GroupMember.of(group.id, in: reader.connection)
    let names = MoneyNames(members, own: group.ownMemberID, reader.words)
    let (details, money) = (expense.details, expense.money)
    let category = try details.categoryID.flatMap {
      try ExpenseCategory.find($0, in: reader.connection)?.details.name
    }
    var lines = [
      "\(details.title): \(names.money(money.amountMinor, money.currency)) in "
        + "\(group.group.details.name) on \(details.day ?? "")"
    ]
    lines += [
      category.map { "category  \($0)" },
      details.place.isEmpty ? nil : "place     \(details.place)",
      details.note.isEmpty ? nil : "note      \(details.note)",
    ].compactMap(\.self)
    lines.append(
      money.payment == nil
        ? "\(names.payers(of: money)), \(names.split(of: money))" : names.payers(of: money))
    if money.payment == nil {
      lines +=
        TextColumns(
          money.shares.map { share in
            [
              "  " + names.inList(share.memberID), names.money(share.owedMinor, money.currency),
              names.weight(share, money),
              share.paidMinor == 0 ? "" : "paid \(names.money(share.paidMinor, money.currency))",
            ]
          }, right: [1]
        ).lines
    }
    if !money.lines.isEmpty {
      lines.append("lines of the bill")
      lines +=
        TextColumns(
          money.lines.map { line in
            [
              "  " + line.name, names.money(line.amountMinor, money.currency),
              line.sharers.map { names[$0.memberID] }.joined(separator: ", "),
            ]
          }, right: [1]
        ).lines
    }
    lines.append("id        \(expense.id)")
    return (ExpenseRow(expense), lines.joined(separator: "\n"))
  }
}
